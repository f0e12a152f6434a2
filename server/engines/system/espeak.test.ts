import { PassThrough } from 'node:stream';
import { describe, expect, test } from 'vitest';
import type { StartProgram } from '../../platform/process.ts';
import { EngineError } from '../port.ts';
import { Espeak } from './espeak.ts';
import { parseEspeakVoices } from './espeak-voices.ts';
import { WavStream } from './wav-stream.ts';

const table = `Pty Language       Age/Gender VoiceName          File                 Other Languages
 2  en-us           --/M      English_(America)  gmw/en-US            (en 3)
 5  fr-fr           --/M      French_(France)    roa/fr               (fr 5)
 5  yue             --/M      Chinese_(Cantonese) sit/yue              (zh-yue 5)(zh 8)
 5  yue             --/M      Chinese_(Cantonese,_latin_as_Jyutping) sit/yue-Latn-jyutping (zh-yue 5)
 5  chr-US-Qaaa-x-west --/M      Cherokee_          iro/chr              
warning: something else
`;

/** 22050 Hz, with the lengths that espeak-ng writes when it streams. */
function wav(samples: number[]): Buffer {
  const header = Buffer.alloc(44);
  header.write('RIFF\x24\xf0\xff\x7fWAVEfmt ', 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(22_050, 24);
  header.writeUInt32LE(44_100, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data\x00\xf0\xff\x7f', 36, 'latin1');
  return Buffer.concat([header, Buffer.from(Int16Array.from(samples).buffer)]);
}

/** A program that prints this and ends. */
function fake(output: (args: string[]) => { pieces: (Buffer | string)[]; code?: number } | Error) {
  const calls: { args: string[]; input: string; killed: number }[] = [];
  const start: StartProgram = (_file, args) => {
    const call = { args, input: '', killed: 0 };
    calls.push(call);
    const [stdin, stdout] = [new PassThrough(), new PassThrough()];
    stdin.on('data', (bytes: Buffer) => (call.input += bytes.toString()));
    const result = output(args);
    const kill = () => {
      call.killed += 1;
    };
    if (result instanceof Error) {
      stdout.end();
      const ended = Promise.reject(result);
      ended.catch(() => {});
      return { pid: undefined, stdin, stdout, ended, kill };
    }
    for (const piece of result.pieces) stdout.write(piece);
    stdout.end();
    const ended = Promise.resolve({ code: result.code ?? 0, signal: null, stderr: 'secret text' });
    return { pid: 1, stdin, stdout, ended, kill };
  };
  return { espeak: new Espeak(start, 'onecore'), calls };
}

async function speak(espeak: Espeak, text: string, signal = new AbortController().signal) {
  const all: number[] = [];
  for await (const { samples } of espeak.speak('espeak:fr-fr', { text, rate: 250 }, signal)) {
    expect(samples.length).toBeGreaterThan(0);
    all.push(...samples);
  }
  return all;
}

describe('listing', () => {
  test('reads the table; ids are unique', () => {
    const voices = parseEspeakVoices(table, 'onecore');
    expect(voices.map(({ id }) => id)).toEqual([
      'espeak:en-us',
      'espeak:fr-fr',
      'espeak:yue',
      'espeak:sit/yue-Latn-jyutping',
      'espeak:iro/chr',
    ]);
    expect(voices[0]).toEqual({
      id: 'espeak:en-us',
      name: 'English (America) (eSpeak NG)',
      language: 'en-US',
      engine: 'onecore',
      license_class: 'os',
      installed: true,
    });
  });

  test('is asked once', async () => {
    const { espeak, calls } = fake(() => ({ pieces: [table] }));
    const [one, two] = await Promise.all([espeak.voices(), espeak.voices()]);
    expect(one).toHaveLength(5);
    expect(two).toBe(one);
    expect(calls).toHaveLength(1);
  });

  test('of a program that is not there, or fails, is empty', async () => {
    expect(await fake(() => new Error('ENOENT')).espeak.voices()).toEqual([]);
    expect(await fake(() => ({ pieces: [table], code: 1 })).espeak.voices()).toEqual([]);
  });
});

describe('speaking', () => {
  const sound = Array.from({ length: 2000 }, (_, at) => (at % 2 ? 9000 : -9000));

  test('streams what the program prints, without the silence', async () => {
    const silence = Array(5000).fill(0);
    const file = wav([...silence, ...sound, ...silence]);
    // Pieces of an odd size: neither the header nor a sample comes whole.
    const pieces: Buffer[] = [];
    for (let at = 0; at < file.length; at += 33) pieces.push(file.subarray(at, at + 33));
    const { espeak, calls } = fake(() => ({ pieces }));
    const heard = await speak(espeak, 'a\x07b [[c');
    expect(heard).toHaveLength(2000 + 2 * 661);
    expect(calls[0]!.args).toEqual(['--stdout', '-b', '1', '-v', 'fr-fr', '-s', '250', '--stdin']);
    expect(calls[0]!.input).toBe('a b [ [c');
    expect(calls[0]!.killed).toBe(1);
  });

  test.each([
    ['no sound', { pieces: [wav(Array(1000).fill(0))] }],
    ['nothing', { pieces: [] }],
    ['a failure', { pieces: [wav(sound)], code: 1 }],
    ['something else', { pieces: ['this is not a sound file'] }],
    ['no program', new Error('ENOENT')],
  ])('%s is an error that holds no text', async (_, result) => {
    const error = await speak(fake(() => result).espeak, 'secret text').catch((e: unknown) => e);
    expect(error).toBeInstanceOf(EngineError);
    expect(String(error)).not.toContain('secret');
  });

  test('aborted, it ends with the reason', async () => {
    const reason = new Error('cut');
    const { espeak, calls } = fake(() => ({ pieces: [wav(sound)] }));
    await expect(speak(espeak, 'a', AbortSignal.abort(reason))).rejects.toBe(reason);
    expect(calls).toHaveLength(0);
  });
});

test.each(['stereo', 'endless'])('a %s header is refused', (kind) => {
  const file = wav([]);
  if (kind === 'stereo') file.writeUInt16LE(2, 22);
  else file.write('junk', 36);
  const stream = new WavStream();
  expect(() => {
    stream.push(file);
    for (let at = 0; at < 100; at += 1) stream.push(Buffer.alloc(100));
  }).toThrow();
});
