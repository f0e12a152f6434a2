// Writes zip files, as NumPy does for the release's voices (`stored`) or small.
import { crc32, deflateRawSync } from 'node:zlib';

/**
 * @typedef {{ name: string, data: Uint8Array }} Member
 */

/**
 * A zip of these members, the same bytes for the same members.
 * @param {Member[]} members
 * @param {{ stored?: boolean }} [options] `stored`: not compressed, and with the ZIP64 field in the local
 *   headers that NumPy puts there
 * @returns {Uint8Array}
 */
export function zip(members, { stored = false } = {}) {
  const local = [];
  const central = [];
  let at = 0;
  for (const { name, data } of members) {
    const body = stored ? data : deflateRawSync(data);
    const extra = stored ? zip64Field(data.length) : Buffer.alloc(0);
    const common = commonFields(data, body, stored ? 0 : 8, name.length);
    const header = Buffer.concat([
      Buffer.from('PK\x03\x04'),
      common,
      short(extra.length),
      Buffer.from(name),
      extra,
    ]);
    // No extra field or comment, disk 0, no attributes; then where the local header is.
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(at, 10);
    central.push(Buffer.from('PK\x01\x02'), short(20), common, short(0), rest, Buffer.from(name));
    local.push(header, body);
    at += header.length + body.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(members.length, 8);
  end.writeUInt16LE(members.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...local, directory, end]);
}

/**
 * The fields which both headers of a member have, from the version needed to the length of the name.
 * @param {Uint8Array} data
 * @param {Uint8Array} body
 * @param {number} method 0 stored, 8 deflated
 * @param {number} nameLength
 */
function commonFields(data, body, method, nameLength) {
  const fields = Buffer.alloc(24);
  fields.writeUInt16LE(20, 0);
  fields.writeUInt16LE(method, 4);
  // Midnight of 1 January 1980, the first that a zip can say.
  fields.writeUInt16LE(0x21, 8);
  fields.writeUInt32LE(crc32(data), 10);
  fields.writeUInt32LE(body.length, 14);
  fields.writeUInt32LE(data.length, 18);
  fields.writeUInt16LE(nameLength, 22);
  return fields;
}

/** @param {number} size */
function zip64Field(size) {
  const field = Buffer.alloc(20);
  field.writeUInt16LE(1, 0);
  field.writeUInt16LE(16, 2);
  field.writeBigUInt64LE(BigInt(size), 4);
  field.writeBigUInt64LE(BigInt(size), 12);
  return field;
}

/** @param {number} value */
function short(value) {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}
