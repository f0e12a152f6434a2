import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { post } from '../harness/http-client.ts';
import { proves } from '../proves.ts';
import { exitCode, launch, newHome, Runtime, sleep } from '../harness/runtime.ts';
import { type Client, open } from '../harness/client.ts';

/** Runs it to its end. */
async function run(args: string[], home?: string) {
  const launched = launch({ args, ...(home === undefined ? {} : { home }) });
  const code = await exitCode(launched.child);
  // What it wrote last may still be on its way.
  await sleep(50);
  return { code, stdout: launched.stdout(), stderr: launched.stderr(), home: launched.home };
}

describe('what only prints', () => {
  it(proves('aids.version'), async () => {
    const { code, stdout, home } = await run(['--version']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/\d+\.\d+\.\d+/);
    expect(readdirSync(home)).toEqual([]);
  });

  it(proves('aids.help'), async () => {
    const { code, stdout, home } = await run(['--help']);
    expect(code).toBe(0);
    const documented = ['home', 'engine', 'output', 'idle-exit', 'standalone', 'migrate-from'];
    const aids = ['no-external-engines', 'system', 'keys', 'version', 'help'];
    for (const option of [...documented, ...aids]) expect(stdout).toContain(`--${option}`);
    expect(readdirSync(home)).toEqual([]);
  });
});

describe('what is refused', () => {
  const wrong: [string, string[]][] = [
    ['--no-such-option', ['--no-such-option']],
    ['--idle-exit', ['--idle-exit', '']],
    ['--idle-exit', ['--idle-exit', 'soon']],
    ['--output', ['--output', 'loud']],
    ['--system', ['--system', 'mine']],
    ['--keys', ['--keys', 'mine']],
  ];
  for (const [named, args] of wrong) {
    it(`${proves('aids.unknown')}: ${args.join(' ')}`, async () => {
      const { code, stderr } = await run(args);
      expect(code).toBe(2);
      expect(stderr).toContain(named);
    });
  }

  it(proves('aids.bad-home'), async () => {
    const file = join(newHome(), 'file');
    writeFileSync(file, '');
    const { code, stderr } = await run([], join(file, 'home'));
    expect(code).toBe(1);
    expect(stderr).toContain(file);
    expect(stderr).not.toMatch(/\n\s+at /);
  });

  it.skipIf(process.platform !== 'linux')(
    `${proves('aids.bad-home')}: below /proc it is refused, not waited for`,
    async () => {
      expect((await run([], '/proc/sonara')).code).toBe(1);
    },
  );
});

it.skipIf(process.platform === 'win32')(
  'started in a folder that is gone it says so in one line',
  async () => {
    const { child, stderr } = launch({ homeless: true });
    expect(await exitCode(child)).toBe(1);
    expect(stderr()).toMatch(/^sonarad: .*folder.*\n$/);
  },
);

it('with --tied it ends when its standard input does', async () => {
  const launched = launch({ args: ['--standalone', '--tied'], input: true });
  const runtime = await Runtime.of(launched);
  await post(runtime.file, '/v1/speak', { text: 'Word. '.repeat(1000) });
  launched.child.stdin!.end();
  expect(await runtime.exited).toBe(0);
});

describe('what is accepted', () => {
  const accepted = async (...args: string[]) => {
    const runtime = await Runtime.start({ args });
    expect((await post(runtime.file, '/v1/get', { key: 'volume' })).status).toBe(200);
    await runtime.stop();
  };

  it(proves('aids.system'), () => accepted('--system', 'fake'));
  for (const keys of ['fake', 'windows'])
    it(`${proves('aids.keys')}: ${keys}`, () => accepted('--keys', keys));
});

describe('--no-external-engines', () => {
  const args = ['--no-external-engines'];
  const profile = { id: 'mine', kind: 'openai', api_key: 'x' };

  it(proves('aids.no-external'), async () => {
    const runtime = await Runtime.start({ args });
    expect(runtime.file['capabilities']).not.toContain('engines');
    await runtime.stop();
  });

  for (const type of ['list', 'add', 'remove', 'key', 'reload', 'test', 'models']) {
    it(`${proves('aids.no-external-types')}: engine_${type}`, async () => {
      const runtime = await Runtime.start({ args });
      const clients: Client[] = [await open('tcp', runtime.file), await open('http', runtime.file)];
      for (const client of clients) {
        const reply = await client.request(`engine_${type}`, { id: 'mine', profile });
        expect(reply['error']?.code).toBe('E_UNSUPPORTED');
        client.close();
      }
      await runtime.stop();
    });
  }

  it(proves('aids.no-external-file'), async () => {
    const home = newHome();
    writeFileSync(join(home, 'engines.json'), '{not json');
    const runtime = await Runtime.start({ home, args });
    const { body } = await post(runtime.file, '/v1/voices');
    expect(body['voices'].every(({ engine }: { engine: string }) => engine === 'fake')).toBe(true);
    await runtime.stop({ keepHome: true });
    expect(readdirSync(home)).not.toContain('engines.json.bad');
    expect(readFileSync(join(home, 'engines.json'), 'utf8')).toBe('{not json');
  });
});

describe('a home in disorder', () => {
  it(`${proves('saved.no-temp')}: what a killed writer left`, async () => {
    const home = newHome();
    for (const name of ['config.json.999999.tmp', 'earcon-turn_done.999999.tmp'])
      writeFileSync(join(home, name), '{');
    const runtime = await Runtime.start({ home });
    expect(readdirSync(home).filter((name) => name.includes('tmp'))).toEqual([]);
    await runtime.stop();
  });

  it.skipIf(process.platform === 'win32')(
    `${proves('file.usable')}: named pipes in place of its files do not hold it up`,
    async () => {
      const home = newHome();
      mkdirSync(join(home, 'logs'));
      for (const name of ['config.json', 'logs/sonarad.log'])
        execFileSync('mkfifo', [join(home, name)]);
      const runtime = await Runtime.start({ home });
      expect((await post(runtime.file, '/v1/get', { key: 'volume' })).status).toBe(200);
      await runtime.stop();
    },
  );
});
