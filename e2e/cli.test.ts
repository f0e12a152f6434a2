/** The `sonara` command as people run it, with a runtime of its own in a home of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { decodeWav } from './rig/wav.ts';

const program = fileURLToPath(new URL('../dist/sonara.cjs', import.meta.url));
const LONG =
  'This sentence goes on for so long that there is time to do something about it. '.repeat(8);

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'sonara-cli-'));
});
afterEach(async () => {
  await sonara(['stop']);
  rmSync(home, { recursive: true, force: true });
});

interface Result {
  code: number | null;
  out: string;
  err: string;
}

function begin(
  args: string[],
  input = '',
): { child: ChildProcess; result: Promise<Result>; out(): string } {
  const child = spawn(process.execPath, [program, ...args], {
    env: {
      ...process.env,
      SONARA_HOME: home,
      SONARA_RUNTIME_ARGS: '--engine fake --output null --idle-exit 20',
    },
  });
  let out = '';
  let err = '';
  child.stdout.on('data', (data) => (out += String(data)));
  child.stderr.on('data', (data) => (err += String(data)));
  child.stdin.end(input);
  const result = new Promise<Result>((resolve) => {
    child.on('close', (code) => resolve({ code, out, err }));
  });
  return { child, result, out: () => out };
}

const sonara = (args: string[], input?: string) => begin(args, input).result;

async function seen(run: { out(): string }, text: string): Promise<void> {
  while (!run.out().includes(text)) await new Promise((resolve) => setTimeout(resolve, 10));
}

describe('sonara say', () => {
  it('starts a runtime, shows each sentence and exits 0', async () => {
    expect(await sonara(['say', 'One thing. And another.'])).toEqual({
      code: 0,
      out: 'One thing.\nAnd another.\n',
      err: '',
    });
  });

  it('reads standard input when there is no text', async () => {
    expect((await sonara(['say'], 'From a pipe.')).out).toBe('From a pipe.\n');
  });

  it('exits 1 when it cannot be spoken, and says why', async () => {
    const { code, err } = await sonara(['say', '[fail]']);
    expect(code).toBe(1);
    expect(err).toContain('could not be spoken');
  });

  it('exits 1 in words when there is no text', async () => {
    expect(await sonara(['say', ' '])).toMatchObject({
      code: 1,
      err: 'sonara: there is no text to read\n',
    });
  });

  it('exits 1 in words when there is no word in the text', async () => {
    expect(await sonara(['say', '🙂'])).toEqual({
      code: 1,
      out: '',
      err: 'sonara: there is nothing in it to say\n',
    });
  });

  it('exits 1 in words for an unknown voice, and for a rate out of range', async () => {
    expect((await sonara(['say', 'x', '--voice', 'nobody'])).err).toMatch(
      /no voice 'nobody'.*"sonara voices" lists/,
    );
    expect((await sonara(['say', 'x', '--rate', '50'])).err).toContain('from 100 to 400');
  });

  it('with --wav writes all of the text to a file', async () => {
    const file = join(home, 'out.wav');
    expect(
      await sonara(['say', 'Ten chars. Ten chars.', '--wav', file, '--rate', '200']),
    ).toMatchObject({ code: 0 });
    const { samples, rate } = decodeWav(readFileSync(file));
    // 10 ms a character at rate 200, for two chunks of ten.
    expect(samples.length / rate).toBeCloseTo(0.2, 3);
  });

  it('with --wav into a folder that is not there exits 1 in words', async () => {
    const { code, err } = await sonara(['say', 'x', '--wav', join(home, 'no/where.wav')]);
    expect([code, err]).toEqual([1, expect.stringContaining('cannot be written')]);
  });

  it('Ctrl+C silences what it was reading, and leaves the rest', async () => {
    const first = begin(['say', LONG]);
    await seen(first, 'sentence');
    const second = begin(['say', 'What follows.']);
    first.child.kill('SIGINT');
    expect((await first.result).code).toBe(130);
    expect(await second.result).toMatchObject({ code: 0, out: 'What follows.\n' });
  });

  it('says that reading is paused, and goes on with "sonara play"', async () => {
    const run = begin(['say', LONG]);
    await seen(run, 'sentence');
    expect((await sonara(['pause'])).out).toBe('Paused.\n');
    expect((await sonara(['status'])).out).toContain('(paused)');
    expect((await sonara(['play'])).out).toBe('Reading.\n');
    await sonara(['skip']);
    const { code, err } = await run.result;
    expect(code).toBe(1);
    expect(err).toContain('reading is paused');
    expect(err).toContain('not read to its end');
  });

  it('ten at once end up with one runtime, and all are read', async () => {
    const runs = await Promise.all(
      Array.from({ length: 10 }, (_, n) => sonara(['say', `Number ${n}.`])),
    );
    expect(runs.map(({ code, out }) => [code, out])).toEqual(
      Array.from({ length: 10 }, (_, n) => [0, `Number ${n}.\n`]),
    );
  });
});

describe('the other commands', () => {
  it('do not start a runtime', async () => {
    expect(await sonara(['status'])).toMatchObject({
      code: 1,
      out: expect.stringContaining('not running'),
    });
    expect(await sonara(['pause'])).toMatchObject({ code: 0, out: 'Sonara is not running.\n' });
    expect(await sonara(['stop'])).toMatchObject({ code: 0, out: 'Sonara is not running.\n' });
  });

  it('hush ends what is read and what waits', async () => {
    const first = begin(['say', LONG]);
    await seen(first, 'sentence');
    const second = begin(['say', LONG]);
    while (!(await sonara(['status'])).out.includes('1 waiting'));
    expect((await sonara(['hush'])).out).toBe('Stopped reading.\n');
    expect([(await first.result).code, (await second.result).code]).toEqual([1, 1]);
  });

  it('voices lists ids and names', async () => {
    expect((await sonara(['voices'])).out).toBe(
      'tone     Fake tone, en-US\nsilence  Fake silence, en-US\n',
    );
    expect((await sonara(['voices', '--all'])).out).toMatch(/^fake, in force.*\n {2}tone /);
    expect(await sonara(['voices', '--engine', 'nix'])).toMatchObject({
      code: 1,
      err: "sonara: unknown engine 'nix'\n",
    });
  });

  it('stop ends the runtime', async () => {
    await sonara(['say', 'x']);
    expect((await sonara(['stop'])).out).toBe('Sonara stopped.\n');
    expect((await sonara(['status'])).code).toBe(1);
  });

  it('an unknown command or option is refused in words', async () => {
    expect(await sonara(['sing'])).toMatchObject({ code: 1, err: expect.stringContaining('sing') });
    expect(await sonara(['say', '--sing'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('--sing'),
    });
  });
});

describe('sonara missed and sonara why', () => {
  it('tell of a text that was cut, once', async () => {
    const saying = begin(['say', `The answer is blue. ${LONG}`]);
    await seen(saying, 'The answer is blue.');
    await sonara(['hush']);
    await saying.result;
    const { code, out } = await sonara(['missed']);
    expect(code).toBe(0);
    expect(out).toMatch(/^\d\d:\d\d direct: The answer is blue\. .*reading was stopped\)\n$/);
    expect((await sonara(['missed'])).out).toMatch(/^Nothing new was missed/);
    expect((await sonara(['missed', '--all'])).out).toBe(out);
  });

  it('why needs no runtime', async () => {
    const saying = begin(['say', `The answer is blue. ${LONG}`]);
    await seen(saying, 'The answer is blue.');
    await sonara(['hush']);
    await saying.result;
    await sonara(['stop']);
    const { code, out } = await sonara(['why', 'ANSWER', 'is:', 'blue']);
    expect(code).toBe(0);
    expect(out).toMatch(/^It was read in part: .* when reading was stopped\.\n {2}at /);
  });

  it('say so when there is nothing', async () => {
    expect(await sonara(['why', 'x'])).toMatchObject({ code: 1, err: '' });
    expect((await sonara(['missed', '--since', 'soon'])).err).toMatch(/--since takes a span/);
  });
});
