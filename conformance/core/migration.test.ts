import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { post } from '../harness/http-client.ts';
import { newHome, Runtime } from '../harness/runtime.ts';
import type { Json } from '../harness/tcp-client.ts';
import { proves } from '../proves.ts';

const read = (home: string, name: string) =>
  JSON.parse(readFileSync(join(home, name), 'utf8')) as Json;

/** A plugin's folder with these files; objects become JSON. */
function plugin(files: Record<string, Json | string>): string {
  const folder = join(newHome(), '.sonara');
  mkdirSync(folder);
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(
      join(folder, name),
      typeof content === 'string' ? content : JSON.stringify(content),
    );
  }
  return folder;
}

/** Lets a runtime take over `from`. @returns its home, after its end */
async function migrate(
  from: string,
  { home = newHome(), work }: { home?: string; work?: (runtime: Runtime) => Promise<void> } = {},
): Promise<string> {
  const runtime = await Runtime.start({ home, args: ['--migrate-from', from] });
  await work?.(runtime);
  await runtime.stop({ keepHome: true });
  return home;
}

/** What config.json holds after taking over this one, but for the marker. */
async function taken(config: Json): Promise<Json> {
  const { _migrated: _, ...rest } = read(
    await migrate(plugin({ 'config.json': config })),
    'config.json',
  );
  return rest;
}

const user = {
  format: 2,
  voice: 'silence',
  rate: 300,
  volume: 80,
  audio_mode: 'duck',
  duck_level: 40,
  mute_level: 1,
  verbosity: 'skip_code',
  minqueue: 3,
  background_policy: 'earcon_only',
};

describe('when it happens', () => {
  it(proves('migrate.flag', 'migrate.marker'), async () => {
    const from = plugin({ 'config.json': user });
    const config = read(await migrate(from), 'config.json');
    expect(config['rate']).toBe(300);
    expect(config['_migrated']).toEqual({ from });
  });

  it(proves('migrate.applies'), async () => {
    await migrate(plugin({ 'config.json': user }), {
      work: async (runtime) => {
        for (const key of ['rate', 'volume', 'voice'] as const) {
          const { body } = await post(runtime.file, '/v1/get', { key });
          expect(body['value']).toBe(user[key]);
        }
      },
    });
  });

  it(proves('migrate.once'), async () => {
    const home = newHome();
    writeFileSync(join(home, 'config.json'), '{"rate":123}');
    await migrate(plugin({ 'config.json': user }), { home });
    expect(read(home, 'config.json')).toEqual({ rate: 123 });

    const from = plugin({ 'config.json': user });
    const second = await migrate(from);
    writeFileSync(join(from, 'config.json'), '{"format":2,"rate":111}');
    await migrate(from, { home: second });
    expect(read(second, 'config.json')['rate']).toBe(300);
  });

  it(proves('migrate.missing'), async () => {
    for (const from of [join(newHome(), 'nothing'), newHome()])
      expect(existsSync(join(await migrate(from), 'config.json'))).toBe(false);
  });

  describe.skipIf(process.platform !== 'linux')('by itself', () => {
    const withUser = (env: Record<string, string>) => {
      const HOME = dirname(plugin({ 'config.json': user }));
      return { HOME, env: { HOME, SONARA_HOME: undefined, XDG_DATA_HOME: undefined, ...env } };
    };

    it(proves('migrate.default-home'), async () => {
      const { HOME, env } = withUser({});
      const home = join(HOME, '.local/share/sonara');
      const runtime = await Runtime.start({ home, env, bare: true, args: ['--engine', 'fake'] });
      await runtime.stop({ keepHome: true });
      expect(read(home, 'config.json')['_migrated']).toEqual({ from: join(HOME, '.sonara') });
    });

    it(proves('migrate.other-home'), async () => {
      const runtime = await Runtime.start({ env: withUser({}).env });
      await runtime.stop({ keepHome: true });
      expect(existsSync(join(runtime.home, 'config.json'))).toBe(false);
    });
  });

  it(proves('migrate.read-only'), async () => {
    const from = plugin({
      'config.json': { ...user, earcons: { nav: 'nav.wav' } },
      'keymap.json': { nav_start: { key: 'up', mods: ['ctrl'] } },
      'session_prefs.json': { s: { name: 'x' } },
      'nav.wav': 'RIFF',
    });
    const look = () =>
      readdirSync(from).map((name) => {
        const path = join(from, name);
        return [name, readFileSync(path, 'utf8'), statSync(path).mtimeMs];
      });
    const before = look();
    await migrate(from);
    expect(look()).toEqual(before);
  });

  it(proves('migrate.logged'), async () => {
    const from = plugin({ 'config.json': user });
    const home = await migrate(from);
    const log = readFileSync(join(home, 'logs', 'sonarad.log'), 'utf8');
    expect(log.split('\n').filter((line) => line.includes(from))).not.toEqual([]);
  });
});

describe('the settings', () => {
  it(proves('migrate.values'), async () => {
    const { format: _, ...rest } = user;
    expect(await taken(user)).toEqual(rest);
    const summary = {
      summary_mode: 'brief',
      summary_command: 'codex',
      summary_model: 'sonnet',
      summary_timeout: 90,
      summary_settle_ms: 900,
      summary_prompts: { tidy: 'Say it shortly.' },
    };
    expect(await taken({ format: 2, ...summary })).toEqual({
      summaries: {
        enabled: true,
        command: 'codex',
        model: 'sonnet',
        timeout: 90,
        settle_ms: 900,
        style: 'brief',
        prompts: { tidy: 'Say it shortly.' },
      },
    });
  });

  const oldDefaults = {
    rate: 200,
    volume: 100,
    audio_mode: 'off',
    mute_level: 0,
    verbosity: 'everything',
    minqueue: 1,
    background_policy: 'earcon_only',
  };
  it(proves('migrate.format-2'), async () => {
    expect(await taken({ format: 2, ...oldDefaults, duck_level: 20 })).toEqual({
      ...oldDefaults,
      duck_level: 20,
    });
  });
  it(proves('migrate.format-1'), async () => {
    expect(await taken({ ...oldDefaults, duck_level: 20, summary_timeout: 20 })).toEqual({});
    expect(await taken({ ...oldDefaults, rate: 210 })).toEqual({ rate: 210 });
  });

  for (const [policy, becomes] of [
    ['earcon_only', 'earcon_only'],
    ['speak', 'all'],
    ['all', 'all'],
  ]) {
    it(`${proves('migrate.policy')}: ${policy}`, async () => {
      expect(await taken({ format: 2, background_policy: policy })).toEqual({
        background_policy: becomes,
      });
    });
  }

  it(proves('migrate.chatterbox'), async () => {
    for (const config of [
      { voice: 'chatterbox:default' },
      { voice: 'Emma', tts_engine: 'chatterbox' },
    ])
      expect(await taken({ format: 2, ...config })).toEqual({ voice: 'af_heart' });
  });

  it(proves('migrate.audio-control'), async () => {
    expect(await taken({ audio_control: true })).toEqual({ audio_mode: 'duck' });
    expect(await taken({ audio_control: false })).toEqual({});
  });

  it(proves('migrate.volume'), async () => {
    expect(await taken({ format: 2, volume: 150 })).toEqual({ volume: 100 });
  });

  it(proves('migrate.summaries'), async () => {
    const defaults = { summary_command: 'claude', summary_model: 'haiku', summary_timeout: 60 };
    expect(await taken({ format: 2, ...defaults, summary_style: 'tidy' })).toEqual({
      summaries: { style: 'tidy' },
    });
  });

  it(proves('migrate.cues'), async () => {
    const cues = { cue_voice: 'x', fast_cues: true, cues: { voice: 'x' } };
    expect(await taken({ format: 2, rate: 300, ...cues })).toEqual({ rate: 300 });
  });
});

describe('the other files', () => {
  const keymap = {
    nav_start: { key: 'up', mods: ['ctrl', 'alt'] },
    next_session: { key: 'p', mods: ['win'] },
    mute: null,
  };

  it(proves('migrate.keymap', 'migrate.unbound'), async () => {
    const home = await migrate(plugin({ 'keymap.json': keymap }));
    expect(read(home, 'keymap.json')).toEqual({
      restart: { key: 'up', mods: ['ctrl', 'alt'] },
      next_channel: { key: 'p', mods: ['win'] },
      mute: { key: null, mods: [] },
    });
  });

  it(proves('migrate.keymap-there'), async () => {
    const home = newHome();
    writeFileSync(join(home, 'keymap.json'), '{"mute":{"key":"x","mods":["alt"]}}');
    await migrate(plugin({ 'keymap.json': keymap }), { home });
    expect(read(home, 'keymap.json')).toEqual({ mute: { key: 'x', mods: ['alt'] } });
  });

  const prefs = { abc: { name: 'My build', voice: 'silence', muted: true }, def: { name: 'x' } };
  it(proves('migrate.prefs'), async () => {
    const home = await migrate(plugin({ 'session_prefs.json': prefs }));
    expect(read(home, 'session_prefs.json')).toEqual({
      abc: { label: 'My build', voice: 'silence', muted: true },
      def: { label: 'x' },
    });
  });

  it(proves('migrate.prefs-there'), async () => {
    const home = newHome();
    writeFileSync(join(home, 'session_prefs.json'), '{"x":{"label":"y"}}');
    await migrate(plugin({ 'session_prefs.json': prefs }), { home });
    expect(read(home, 'session_prefs.json')).toEqual({ x: { label: 'y' } });
  });

  it(proves('migrate.earcons', 'migrate.earcons-there', 'migrate.earcons-bundled'), async () => {
    const home = newHome();
    mkdirSync(join(home, 'earcons'));
    writeFileSync(join(home, 'earcons', 'nav.wav'), 'mine already');
    const from = plugin({ 'own/done.wav': 'RIFF done', 'own/nav.wav': 'RIFF nav' });
    const elsewhere = join(newHome(), 'error.wav');
    cpSync(join(from, 'own/done.wav'), elsewhere);
    const bundled = join(newHome(), '.claude/plugins/sonara/step.wav');
    mkdirSync(dirname(bundled), { recursive: true });
    writeFileSync(bundled, 'RIFF step');
    const earcons = {
      turn_done: 'own/done.wav',
      nav: 'own/nav.wav',
      error: elsewhere,
      step: bundled,
      choice: join(from, 'own/gone.wav'),
    };
    writeFileSync(join(from, 'config.json'), JSON.stringify({ format: 2, earcons }));
    await migrate(from, { home });
    const copies = readdirSync(join(home, 'earcons')).sort();
    expect(copies).toEqual(['error.wav', 'nav.wav', 'turn_done.wav']);
    const copy = (name: string) => readFileSync(join(home, 'earcons', name), 'utf8');
    expect(copy('turn_done.wav')).toBe('RIFF done');
    expect(copy('error.wav')).toBe('RIFF done');
    expect(copy('nav.wav')).toBe('mine already');
  });
});
