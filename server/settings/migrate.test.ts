import { describe, expect, it } from 'vitest';
import { migrate, type PluginFiles } from './migrate.ts';

const none: PluginFiles = { from: '/plugin', config: null, keymap: null, sessionPrefs: null };

function run(files: { config?: unknown; keymap?: unknown; sessionPrefs?: unknown }) {
  const text = (value: unknown) => (value === undefined ? null : JSON.stringify(value));
  return migrate({
    from: '/plugin',
    config: text(files.config),
    keymap: text(files.keymap),
    sessionPrefs: text(files.sessionPrefs),
  })!;
}

/** The settings made of a plugin's config.json, without the marker. */
function settings(config: Record<string, unknown>) {
  const { _migrated, ...rest } = run({ config }).config;
  return rest;
}

const oldDefaults = {
  rate: 200,
  volume: 100,
  audio_mode: 'off',
  mute_level: 0,
  verbosity: 'everything',
  minqueue: 1,
  background_policy: 'earcon_only',
  duck_level: 20,
};

describe('migrate', () => {
  it('makes nothing of nothing', () => {
    expect(migrate(none)).toBeNull();
  });

  it('marks the config with where it is from, also when nothing was set', () => {
    expect(run({ config: {} })).toEqual({
      config: { _migrated: { from: '/plugin' } },
      earcons: [],
      log: [],
    });
    expect(run({ keymap: {} }).config).toEqual({ _migrated: { from: '/plugin' } });
  });

  it('takes every setting over', () => {
    const own = {
      voice: 'bm_george',
      rate: 275,
      volume: 60,
      audio_mode: 'pause',
      duck_level: 40,
      mute_level: 1,
      verbosity: 'skip_code',
      minqueue: 3,
      background_policy: 'all',
    };
    expect(settings({ format: 2, ...own })).toEqual(own);
    expect(settings(own)).toEqual(own);
  });

  it('knows the other names', () => {
    expect(settings({ speech_volume: 40, min_queue: 4, speech_rate: 300 })).toEqual({
      volume: 40,
      minqueue: 4,
      rate: 300,
    });
  });

  it('takes nothing else over', () => {
    expect(
      settings({
        format: 2,
        cue_voice: 'x',
        fast_cues: true,
        engine: 'kokoro',
        hooks: {},
        port: 1,
      }),
    ).toEqual({});
  });
});

describe('old defaults', () => {
  it('count as unset before format 2', () => {
    expect(settings(oldDefaults)).toEqual({});
    expect(settings({ format: 1, ...oldDefaults, rate: 225 })).toEqual({ rate: 225 });
  });

  it('are what the user chose in format 2', () => {
    expect(settings({ format: 2, ...oldDefaults })).toEqual(oldDefaults);
    expect(settings({ format: 3, rate: 200 })).toEqual({ rate: 200 });
  });

  it("that equal the runtime's are saved too", () => {
    expect(settings({ format: 2, rate: 250, audio_mode: 'pause' })).toEqual({
      rate: 250,
      audio_mode: 'pause',
    });
  });

  it('are compared before a value is converted', () => {
    expect(settings({ volume: 150 })).toEqual({ volume: 100 });
  });
});

describe('single rules', () => {
  it.each([
    [{ volume: 101 }, { volume: 100 }],
    [{ format: 2, volume: 400 }, { volume: 100 }],
    [{ voice: 'chatterbox' }, { voice: 'af_heart' }],
    [{ voice: 'chatterbox:nova' }, { voice: 'af_heart' }],
    [{ voice: 'Chatterbox Nova' }, { voice: 'af_heart' }],
    [{ voice: 'nova', engine: 'chatterbox' }, { voice: 'af_heart' }],
    [{ voice: 'bf_emma', engine: 'chatterbox' }, { voice: 'bf_emma' }],
    [{ voice: 'kokoro:af_sky' }, { voice: 'kokoro:af_sky' }],
    [{ voice: null }, {}],
    [{ format: 2, voice: null }, { voice: null }],
    [{ audio_control: true }, { audio_mode: 'duck' }],
    [{ format: 2, audio_control: true }, { audio_mode: 'duck' }],
    [{ audio_control: false }, {}],
    [{ audio_control: true, audio_mode: 'pause' }, { audio_mode: 'pause' }],
    [{ background_policy: 'earcon' }, { background_policy: 'all' }],
    [{ format: 2, background_policy: 'earcon_only' }, { background_policy: 'earcon_only' }],
    [{ verbosity: 'medium' }, { verbosity: 'skip_code' }],
    [{ verbosity: 'quiet' }, { verbosity: 'skip_code' }],
    [{ format: 2, verbosity: 'all' }, { verbosity: 'everything' }],
    [{ rate: '' }, {}],
    [{ rate: null }, {}],
  ])('%j becomes %j', (config, expected) => {
    expect(settings(config)).toEqual(expected);
    expect(run({ config }).log).toEqual([]);
  });

  it.each([
    { rate: 90 },
    { rate: 'fast' },
    { volume: -1 },
    { audio_mode: 'loud' },
    { mute_level: 3 },
    { verbosity: 'constructor' },
    { minqueue: 1.5 },
    { duck_level: 101 },
    { background_policy: 5 },
    { voice: 7 },
    { summary_mode: 'sometimes' },
    { summary_command: 'rm -rf' },
    { summary_timeout: 5 },
    { summary_style: 'long' },
    { summary_settle_ms: 6000 },
  ])('%j is left out and logged without its value', (config) => {
    expect(settings(config)).toEqual({});
    const { log } = run({ config });
    expect(log).toHaveLength(1);
    expect(log[0]).toMatch(/^migration: not taken over: /);
    expect(log[0]).not.toMatch(/fast|loud|constructor|rm -rf|sometimes/);
  });

  it('one bad value does not keep the others back', () => {
    expect(settings({ rate: 1, volume: 50 })).toEqual({ volume: 50 });
  });
});

describe('summaries', () => {
  it('are taken over field by field', () => {
    expect(
      settings({
        format: 2,
        summary_mode: 'on',
        summary_command: 'codex',
        summary_model: 'sonnet',
        summary_timeout: 90,
        summary_settle_ms: 1000,
        summary_style: 'brief',
        summary_prompts: { tidy: 'T', brief: 'B', natural: ' ', other: 'O' },
      }),
    ).toEqual({
      summaries: {
        enabled: true,
        command: 'codex',
        model: 'sonnet',
        timeout: 90,
        settle_ms: 1000,
        style: 'brief',
        prompts: { tidy: 'T', brief: 'B' },
      },
    });
  });

  it("equal to the runtime's defaults are not saved", () => {
    expect(
      settings({
        format: 2,
        summary_mode: 'off',
        summary_command: 'claude',
        summary_model: 'haiku',
        summary_timeout: 60,
        summary_settle_ms: 600,
        summary_style: 'natural',
        summary_prompts: {},
      }),
    ).toEqual({});
  });

  it.each([
    [{ summary_timeout: 20 }, {}],
    [{ format: 2, summary_timeout: 20 }, { summaries: { timeout: 20 } }],
    [{ summary_timeout: 25 }, { summaries: { timeout: 25 } }],
    [{ summary_mode: 'tidy' }, { summaries: { enabled: true, style: 'tidy' } }],
    [{ summary_mode: 'natural' }, { summaries: { enabled: true } }],
    [{ summary_mode: true }, { summaries: { enabled: true } }],
    [{ summary_mode: 'claude' }, { summaries: { enabled: true } }],
    [{ summaries: true }, { summaries: { enabled: true } }],
    [
      { summary: { enabled: true, style: 'brief' } },
      { summaries: { enabled: true, style: 'brief' } },
    ],
    [{ summary_settle: 1.5 }, { summaries: { settle_ms: 1500 } }],
    [{ summary_settle: 800 }, { summaries: { settle_ms: 800 } }],
    [{ summary_settle_ms: 5 }, { summaries: { settle_ms: 5 } }],
    [{ summary_command: 'C:\\bin\\codex.exe' }, { summaries: { command: 'codex' } }],
    [{ summary_prompt: 'P' }, { summaries: { prompts: { natural: 'P' } } }],
    [
      { summary_prompt: 'P', summary_style: 'tidy' },
      { summaries: { style: 'tidy', prompts: { tidy: 'P' } } },
    ],
    [
      { summary_prompt: 'P', summary_style: 'custom' },
      { summaries: { prompts: { natural: 'P' } } },
    ],
    [
      { summary_prompt: 'P', summary_prompts: { natural: 'N' } },
      { summaries: { prompts: { natural: 'N' } } },
    ],
  ])('%j becomes %j', (config, expected) => {
    expect(settings(config)).toEqual(expected);
  });
});

describe('keymap', () => {
  it('renames two actions and keeps the rest', () => {
    const { keymap, log } = run({
      keymap: {
        nav_start: { key: 'up', mods: ['win', 'alt'] },
        next_session: { key: 'P', mods: ['control', 'alt'] },
        mute: { key: null, mods: [] },
        flush: 'ctrl+shift+page_down',
        pause: null,
      },
    });
    expect(keymap).toEqual({
      restart: { key: 'up', mods: ['alt', 'win'] },
      next_channel: { key: 'p', mods: ['ctrl', 'alt'] },
      mute: { key: null, mods: [] },
      flush: { key: 'pagedown', mods: ['ctrl', 'shift'] },
      pause: { key: null, mods: [] },
    });
    expect(log).toEqual([]);
  });

  it('prefers the new name', () => {
    const up = { key: 'up', mods: ['ctrl'] };
    const down = { key: 'down', mods: ['ctrl'] };
    for (const keymap of [
      { restart: up, nav_start: down },
      { nav_start: down, restart: up },
    ]) {
      expect(run({ keymap }).keymap).toEqual({ restart: up });
    }
  });

  it.each<Record<string, unknown>>([
    { dance: { key: 'up', mods: ['ctrl'] } },
    { mute: { key: 'f13', mods: ['ctrl'] } },
    { mute: { key: 'm', mods: ['hyper'] } },
    { mute: { key: 'm', mods: ['shift'] } },
    { mute: { key: 'm', mods: [] } },
    { mute: 5 },
    { mute: { key: 5, mods: ['ctrl'] } },
    { constructor: { key: 'm', mods: ['ctrl'] } },
  ])('leaves %j out and logs it', (keymap) => {
    const migration = run({ keymap });
    expect(migration.keymap).toBeUndefined();
    expect(migration.log).toHaveLength(1);
  });
});

describe('session prefs', () => {
  it('make a label of the name', () => {
    expect(
      run({
        sessionPrefs: {
          a: { name: 'Build', voice: 'chatterbox', muted: true, other: 1 },
          b: { name: '', muted: false },
          c: {},
          d: 'Docs',
        },
      }).sessionPrefs,
    ).toEqual({
      a: { label: 'Build', voice: 'af_heart', muted: true },
      b: { muted: false },
      d: { label: 'Docs' },
    });
  });

  it('keep the 200 most recent', () => {
    const many = (time: (n: number) => object) =>
      Object.fromEntries(
        Array.from({ length: 250 }, (_, n) => [`s${n}`, { name: `n${n}`, ...time(n) }]),
      );
    const inOrder = Object.keys(run({ sessionPrefs: many(() => ({})) }).sessionPrefs!);
    expect([inOrder.length, inOrder[0], inOrder[199]]).toEqual([200, 's50', 's249']);
    const byTime = Object.keys(
      run({ sessionPrefs: many((n) => ({ updated_at: 1000 - n })) }).sessionPrefs!,
    );
    expect([byTime.length, byTime[0], byTime[199]]).toEqual([200, 's199', 's0']);
  });

  it('without any make no file', () => {
    expect(run({ sessionPrefs: { a: {} } }).sessionPrefs).toBeUndefined();
  });
});

describe('earcons', () => {
  it("are the user's own, not the plugin's", () => {
    const config = {
      earcons: {
        choice: 'C:\\Users\\me\\Music\\choice.wav',
        error: '/home/me/sounds/error.wav',
        nav: 'C:\\Users\\me\\.claude\\plugins\\cache\\sonara\\assets\\nav.wav',
        step: '/opt/sonara/plugin/assets/earcons/step.wav',
        turn_done: '/usr/lib/python3/dist-packages/sonara/turn_done.wav',
        permission: '',
        nav_edge: null,
        '../../evil': '/tmp/x.wav',
      },
    };
    const { earcons, log } = run({ config });
    expect(earcons).toEqual([
      { kind: 'choice', path: 'C:\\Users\\me\\Music\\choice.wav' },
      { kind: 'error', path: '/home/me/sounds/error.wav' },
    ]);
    expect(log).toHaveLength(1);
  });
});

describe('broken files', () => {
  it.each(['', '{', '[]', 'null', '"x"'])('%j is logged and the others are used', (broken) => {
    const migration = migrate({ ...none, config: broken, keymap: '{"mute":null}' })!;
    expect(migration.config).toEqual({ _migrated: { from: '/plugin' } });
    expect(migration.keymap).toEqual({ mute: { key: null, mods: [] } });
    expect(migration.log).toEqual(['migration: config.json is not a JSON object']);
  });

  it("a byte order mark is Windows' way", () => {
    expect(migrate({ ...none, config: '\ufeff{"rate":300}' })!.config).toMatchObject({ rate: 300 });
  });
});
