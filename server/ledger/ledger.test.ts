import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Ledger, type LedgerOptions } from './ledger.ts';
import type { HeardText } from './port.ts';

let home: string;
let path: string;
let logged: string[];
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'sonara-ledger-'));
  path = join(home, 'ledger.jsonl');
  logged = [];
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const open = (options: Partial<LedgerOptions> = {}) =>
  new Ledger({ home, on: true, log: (line) => logged.push(line), ...options });

const heard = (text: string, more: Partial<HeardText> = {}): HeardText => ({
  item: 1,
  channel: null,
  label: null,
  kind: 'speak',
  from: 'speak',
  text,
  chunks: 1,
  read: 1,
  phase: 'finished',
  reason: null,
  again: false,
  ...more,
});
const all = { channel: null, since: null, limit: 500, missed: false };
const texts = async (ledger: Ledger, query = {}) =>
  (await ledger.find({ ...all, ...query })).entries.map(({ text }) => text);
const lines = () => readFileSync(path, 'utf8').split('\n').slice(0, -1);

describe('what is kept', () => {
  it('is the whole entry, with its time', async () => {
    const ledger = open({ now: () => new Date('2026-10-03T10:59:14.123Z') });
    ledger.heard(
      heard('One.', {
        item: 7,
        label: 'build',
        chunks: 3,
        read: 2,
        phase: 'skipped',
        reason: 'stop',
      }),
    );
    const [entry] = (await ledger.find(all)).entries;
    expect(entry).toEqual({
      time: '2026-10-03T10:59:14.123Z',
      item: 7,
      channel: null,
      label: 'build',
      kind: 'speak',
      from: 'speak',
      text: 'One.',
      chunks: 3,
      read: 2,
      phase: 'skipped',
      reason: 'stop',
    });
  });

  it('of a text that never became an item nothing was read', async () => {
    const ledger = open();
    const told = { channel: 'c', label: null, kind: 'prose', from: 'stream', chunks: 4 };
    ledger.dropped({ ...told, text: 'Held.', reason: 'turn_start' });
    const [entry] = (await ledger.find(all)).entries;
    expect(entry).toMatchObject({ item: null, read: 0, phase: 'dropped', reason: 'turn_start' });
  });

  it('is there after a restart', async () => {
    const ledger = open();
    ledger.heard(heard('One.'));
    await ledger.saved();
    expect(await texts(open())).toEqual(['One.']);
  });

  it('is written without anybody asking', async () => {
    open().heard(heard('One.'));
    while (!existsSync(path) || !readFileSync(path, 'utf8').endsWith('\n')) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(lines()).toHaveLength(1);
  });

  it('nothing of a file is touched within the call', () => {
    open().heard(heard('One.'));
    expect(existsSync(path)).toBe(false);
  });

  it.skipIf(process.platform === 'win32')('only the user may read it', async () => {
    const ledger = open();
    ledger.heard(heard('One.'));
    await ledger.saved();
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it.skipIf(process.platform === 'win32')(
    'a file others could read is theirs no longer',
    async () => {
      writeFileSync(path, '');
      chmodSync(path, 0o644);
      const ledger = open();
      ledger.heard(heard('One.'));
      await ledger.saved();
      expect(statSync(path).mode & 0o777).toBe(0o600);
    },
  );
});

describe('what must not be kept', () => {
  it('credentials in the text, the label and the channel', async () => {
    const key = 'sk-proj-abcdefghij0123456789abcdefghij';
    const ledger = open();
    ledger.heard(heard(`The key is ${key}.`, { label: key, channel: key }));
    await ledger.saved();
    expect(readFileSync(path, 'utf8')).not.toContain('abcdefghij');
    expect(await texts(ledger, { channel: key })).toHaveLength(1);
  });

  it('what the caller hides', async () => {
    const ledger = open({ hide: (line) => line.replaceAll('mine', '-') });
    ledger.heard(heard('This is mine.'));
    expect(await texts(ledger)).toEqual(['This is -.']);
  });

  it('more than 4 KB of a text', async () => {
    const ledger = open();
    ledger.heard(heard('word '.repeat(10_000)));
    const [text] = await texts(ledger);
    expect(Buffer.byteLength(text!)).toBeLessThanOrEqual(4096);
    expect(text).toMatch(/^word word /);
  });
});

describe('a file in disorder', () => {
  it('lines that are garbage are passed over', async () => {
    const ledger = open();
    ledger.heard(heard('One.'));
    await ledger.saved();
    appendFileSync(path, 'garbage\n{"time":"never"}\n[]\nnull\n{"seen":5}\n');
    ledger.heard(heard('Two.'));
    expect(await texts(ledger)).toEqual(['One.', 'Two.']);
  });

  it('a line that ends in its middle spoils no other', async () => {
    const first = open();
    first.heard(heard('One.'));
    await first.saved();
    const whole = readFileSync(path, 'utf8');
    writeFileSync(path, whole + whole.slice(0, 40));
    const ledger = open();
    ledger.heard(heard('Two.'));
    await ledger.saved();
    expect(await texts(open())).toEqual(['One.', 'Two.']);
  });

  it('nor does what somebody else wrote into it meanwhile', async () => {
    const ledger = open();
    ledger.heard(heard('One.'));
    await ledger.saved();
    appendFileSync(path, 'half a li');
    ledger.heard(heard('Two.'));
    expect(await texts(ledger)).toEqual(['One.', 'Two.']);
  });

  it('a file removed while it is used is made again', async () => {
    const ledger = open();
    ledger.heard(heard('One.'));
    await ledger.saved();
    rmSync(path);
    ledger.heard(heard('Two.'));
    expect(await texts(ledger)).toEqual(['Two.']);
  });
});

describe('bounds', () => {
  const limits = { lines: 20, bytes: 1_000_000 };

  it('the oldest go first, and never more than the limit is there', async () => {
    const ledger = open({ limits });
    let most = 0;
    for (let n = 1; n <= 100; n++) {
      ledger.heard(heard(`T${n}`));
      await ledger.saved();
      most = Math.max(most, lines().length);
    }
    const kept = await texts(ledger);
    expect(most).toBe(20);
    expect(kept.at(-1)).toBe('T100');
    expect(kept.length).toBeGreaterThanOrEqual(15);
    expect(kept).toEqual(kept.map((_, at) => `T${100 - kept.length + 1 + at}`));
  });

  it('in bytes as well', async () => {
    const ledger = open({ limits: { lines: 10_000, bytes: 5_000 } });
    let most = 0;
    for (let n = 1; n <= 100; n++) {
      ledger.heard(heard(`T${n} ${'ä'.repeat(50)}`));
      await ledger.saved();
      most = Math.max(most, statSync(path).size);
    }
    expect(most).toBeLessThanOrEqual(5_000);
    expect(most).toBeGreaterThan(3_500);
    expect((await texts(ledger)).at(-1)).toMatch(/^T100 /);
  });

  it('a flood within one moment leaves the newest', async () => {
    const ledger = open({ limits });
    for (let n = 1; n <= 1000; n++) ledger.heard(heard(`T${n}`));
    const kept = await texts(ledger);
    expect(kept.length).toBeGreaterThanOrEqual(15);
    expect(kept.at(-1)).toBe('T1000');
  });

  it('a file written anew leaves no other file behind', async () => {
    const ledger = open({ limits });
    for (let n = 1; n <= 100; n++) {
      ledger.heard(heard(`T${n}`));
      await ledger.saved();
    }
    expect(readdirSync(home)).toEqual(['ledger.jsonl']);
  });
});

describe('a disk that does not take it', () => {
  beforeEach(() => mkdirSync(path));

  it('is one line in the log, and what was told is still there', async () => {
    const ledger = open();
    for (const text of ['One.', 'Two.', 'Three.']) {
      ledger.heard(heard(text));
      await ledger.saved();
    }
    expect(logged).toEqual([expect.stringMatching(/^ledger not written: /)]);
    expect(await texts(ledger)).toEqual(['One.', 'Two.', 'Three.']);
  });

  it('once it does, nothing is lost or there twice', async () => {
    const ledger = open();
    for (const text of ['One.', 'Two.']) {
      ledger.heard(heard(text));
      await ledger.saved();
    }
    rmSync(path, { recursive: true });
    ledger.heard(heard('Three.'));
    await ledger.saved();
    expect(await texts(open())).toEqual(['One.', 'Two.', 'Three.']);
  });
});

describe('debug_log false', () => {
  it('removes the file', async () => {
    const ledger = open();
    ledger.heard(heard('One.'));
    await ledger.saved();
    ledger.setOn(false);
    await ledger.saved();
    expect(existsSync(path)).toBe(false);
  });

  it('also where the last entry is not written yet', async () => {
    const ledger = open();
    ledger.heard(heard('One.'));
    void ledger.saved();
    ledger.heard(heard('Two.'));
    ledger.setOn(false);
    await ledger.saved();
    expect(existsSync(path)).toBe(false);
  });

  it('at the start too', async () => {
    const before = open();
    before.heard(heard('One.'));
    await before.saved();
    await open({ on: false }).saved();
    expect(existsSync(path)).toBe(false);
  });

  it('nothing is recorded, and whoever asks is told', async () => {
    const ledger = open({ on: false });
    ledger.heard(heard('One.'));
    expect(await ledger.find(all)).toEqual({ entries: [], more: 0, off: true });
    await ledger.saved();
    expect(existsSync(path)).toBe(false);
  });

  it('set true again, it begins anew', async () => {
    const ledger = open();
    ledger.heard(heard('One.'));
    ledger.setOn(false);
    ledger.setOn(true);
    ledger.heard(heard('Two.'));
    expect(await texts(ledger)).toEqual(['Two.']);
  });
});

describe('what was told is no longer missed', () => {
  const missed = { ...all, missed: true };
  const skipped = (text: string) => heard(text, { phase: 'skipped', read: 0, reason: 'stop' });

  it('after a seen, and over a restart', async () => {
    const ledger = open();
    ledger.heard(skipped('One.'));
    expect((await ledger.find(missed, { seen: true })).entries).toHaveLength(1);
    ledger.heard(skipped('Two.'));
    await ledger.saved();
    expect(await texts(open(), { missed: true })).toEqual(['Two.']);
  });

  it('asked without seen it stays', async () => {
    const ledger = open();
    ledger.heard(skipped('One.'));
    await ledger.find(missed);
    expect(await texts(ledger, { missed: true })).toEqual(['One.']);
  });

  it('asking again and again leaves one mark', async () => {
    const ledger = open();
    ledger.heard(skipped('One.'));
    for (let n = 0; n < 3; n++) await ledger.find(missed, { seen: true });
    expect(lines()).toHaveLength(2);
  });
});
