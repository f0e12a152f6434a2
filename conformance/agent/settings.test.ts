/** The extension's settings: defaults, ranges, and what a home keeps. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { newFolder } from '../harness/clean-up.ts';
import { transports } from '../harness/client.ts';
import type { Json } from '../harness/tcp-client.ts';
import { proves } from '../proves.ts';
import { fresh, useDesk } from './desk.ts';

const settings: Record<string, { fallback: unknown; good: unknown[]; bad: unknown[] }> = {
  mute_level: { fallback: 0, good: [0, 1, 2], bad: [-1, 3, 0.5, '1', true, null] },
  verbosity: {
    fallback: 'skip_code',
    good: ['everything', 'read_code', 'skip_code'],
    bad: ['', 'loud', 1, null, 'Everything', 'constructor'],
  },
  code_speed: { fallback: 80, good: [50, 77, 100], bad: [49, 101, 75.5, '80', null] },
  code_pause: { fallback: 500, good: [0, 1, 2000], bad: [-1, 2001, 0.5, '0', null] },
  code_step: { fallback: 'off', good: ['on', 'off'], bad: [true, 'yes', null, ''] },
  read_mode: {
    fallback: 'done',
    good: ['immediate', 'queue', 'done', 'final'],
    bad: ['', 'late', 1, null],
  },
  question_step: { fallback: 'off', good: ['on', 'off'], bad: [true, 'yes', null] },
  flush_scope: { fallback: 'session', good: ['session', 'all'], bad: ['both', 1, null] },
  minqueue: { fallback: 5, good: [0, 1, 10], bad: [-1, 11, 2.5, '5', null] },
  background_policy: {
    fallback: 'all',
    good: ['all', 'earcon_only'],
    bad: ['none', 'speak', 1, null],
  },
};
const aliases = { all: 'everything', medium: 'skip_code', quiet: 'skip_code' };

describe.each(transports)('settings of agent over %s', (transport) => {
  const used = useDesk(transport);

  for (const [key, { fallback, good, bad }] of Object.entries(settings)) {
    it(`${proves('agentsetting.default', 'agentsetting.range')}: ${key}`, async () => {
      const { desk } = used;
      expect(await desk.request('get', { key })).toEqual({ ok: true, key, value: fallback });
      for (const value of good) {
        expect(await desk.set(key, value)).toEqual({ ok: true, key, value });
        expect(await desk.get(key)).toBe(value);
      }
      const last = good.at(-1);
      for (const value of bad) {
        expect(await desk.refused('set', { key, value }), JSON.stringify(value)).toBe(
          'E_BAD_REQUEST',
        );
        expect(await desk.get(key)).toBe(last);
      }
    });
  }

  for (const [alias, name] of Object.entries(aliases)) {
    it(`${proves('verbosity.aliases')}: ${alias}`, async () => {
      const { desk } = used;
      await desk.set('verbosity', 'read_code');
      expect(await desk.set('verbosity', alias)).toMatchObject({ value: name });
      expect(await desk.get('verbosity')).toBe(name);
      const config = readFileSync(join(used.runtime.home, 'config.json'), 'utf8');
      expect((JSON.parse(config) as Json)['verbosity']).toBe(name);
    });
  }

  describe('summaries', () => {
    it(proves('summarysetting.default'), async () => {
      const value = await used.desk.get('summaries');
      expect(value).toMatchObject({
        enabled: false,
        command: 'claude',
        model: 'haiku',
        timeout: 60,
        settle_ms: 600,
        style: 'natural',
        prompt: null,
        prompts: {},
      });
      expect(Object.keys(value.default_prompts).sort()).toEqual(['brief', 'natural', 'tidy']);
      for (const text of Object.values(value.default_prompts)) expect(text).toMatch(/\w{3}/);
    });

    it(proves('summarysetting.merge'), async () => {
      const { desk } = used;
      await desk.set('summaries', { timeout: 15, settle_ms: 0 });
      await desk.set('summaries', { model: 'sonnet' });
      const reply = await desk.set('summaries', { settle_ms: 5000, timeout: 300 });
      expect(reply['value']).toMatchObject({ timeout: 300, settle_ms: 5000, model: 'sonnet' });
      expect(await desk.get('summaries')).toEqual(reply['value']);
      await desk.set('summaries', { timeout: 60, settle_ms: 600, model: 'haiku' });
    });

    it(proves('summarysetting.prompts'), async () => {
      const { desk } = used;
      const prompts = async () => (await desk.get('summaries'))['prompts'];
      await desk.set('summaries', { prompts: { tidy: 'Be tidy.' } });
      await desk.set('summaries', { prompts: { brief: 'Be brief.' } });
      expect(await prompts()).toEqual({ tidy: 'Be tidy.', brief: 'Be brief.' });
      await desk.set('summaries', { prompts: { tidy: null, brief: '  ' } });
      expect(await prompts()).toEqual({});
      await desk.set('summaries', { style: 'brief' });
      await desk.set('summaries', { prompt: 'Mine.' });
      expect(await prompts()).toEqual({ brief: 'Mine.' });
      expect((await desk.get('summaries'))['prompt']).toBe('Mine.');
      await desk.set('summaries', { style: 'tidy' });
      expect((await desk.get('summaries'))['prompt']).toBe(null);
      await desk.set('summaries', { prompts: { brief: null }, style: 'natural' });
    });

    const bad: unknown[] = [
      null,
      5,
      'on',
      [],
      { enabled: 'yes' },
      { enabled: null },
      { command: 'rm' },
      { command: '' },
      { command: '/bin/sh' },
      { model: 5 },
      { timeout: 14 },
      { timeout: 301 },
      { timeout: '60' },
      { settle_ms: -1 },
      { settle_ms: 5001 },
      { settle_ms: 0.5 },
      { style: 'rude' },
      { prompt: 5 },
      { prompts: { tidy: 5 } },
      { prompts: [] },
    ];
    for (const value of bad) {
      it(`${proves('summarysetting.types')}: ${JSON.stringify(value)}`, async () => {
        const { desk } = used;
        const before = await desk.get('summaries');
        expect(await desk.refused('set', { key: 'summaries', value })).toBe('E_BAD_REQUEST');
        expect(await desk.get('summaries')).toEqual(before);
      });
    }

    it(`${proves('summarysetting.types')}: a style nobody knows is refused or ignored`, async () => {
      const { desk } = used;
      await desk.request('set', { key: 'summaries', value: { prompts: { rude: 'x' } } });
      expect((await desk.get('summaries'))['prompts']).toEqual({});
    });

    it(`${proves('summarysetting.types')}: one bad field refuses all`, async () => {
      const { desk } = used;
      const value = { timeout: 100, settle_ms: -5 };
      expect(await desk.refused('set', { key: 'summaries', value })).toBe('E_BAD_REQUEST');
      expect((await desk.get('summaries'))['timeout']).toBe(60);
    });
  });
});

describe.each(transports)('settings of agent in a home over %s', (transport) => {
  const home = (config?: Json): string => {
    const folder = newFolder();
    if (config) writeFileSync(join(folder, 'config.json'), JSON.stringify(config));
    return folder;
  };
  const config = (folder: string) =>
    JSON.parse(readFileSync(join(folder, 'config.json'), 'utf8')) as Json;
  const values = (folder: string, keys: string[]) => {
    const found: Json = {};
    return fresh(
      transport,
      async (desk) => {
        for (const key of keys) found[key] = await desk.get(key);
      },
      { home: folder },
    ).then(() => found);
  };

  it(proves('agentsetting.saved', 'agentsetting.config'), async () => {
    const folder = home();
    const chosen: Json = {
      mute_level: 1,
      verbosity: 'read_code',
      code_speed: 50,
      code_pause: 0,
      code_step: 'on',
      read_mode: 'final',
      question_step: 'on',
      flush_scope: 'all',
      minqueue: 10,
      background_policy: 'earcon_only',
    };
    await fresh(
      transport,
      async (desk) => {
        for (const [key, value] of Object.entries(chosen)) await desk.set(key, value);
        await desk.set('summaries', { style: 'tidy' });
      },
      { home: folder },
    );
    const { channel_announce: _, ...kept } = config(folder);
    expect(kept).toEqual({ ...chosen, summaries: { style: 'tidy' } });
    expect(await values(folder, Object.keys(chosen))).toEqual(chosen);
    const { summaries } = await values(folder, ['summaries']);
    expect(summaries).toMatchObject({ style: 'tidy', enabled: false });
  });

  for (const [alias, name] of Object.entries(aliases)) {
    it(`${proves('verbosity.saved-alias')}: ${alias}`, async () => {
      expect(await values(home({ verbosity: alias }), ['verbosity'])).toEqual({ verbosity: name });
    });
  }

  const before: [number, string][] = [
    [0, 'immediate'],
    [1, 'immediate'],
    [2, 'queue'],
    [10, 'queue'],
  ];
  for (const [minqueue, mode] of before) {
    it(`${proves('mode.before')}: minqueue ${minqueue}`, async () => {
      const folder = home({ minqueue });
      const found = { read_mode: mode, minqueue };
      expect(await values(folder, ['read_mode', 'minqueue'])).toEqual(found);
      // Opening the desk made a change: it is written with it.
      expect(config(folder)['read_mode']).toBe(mode);
    });
  }

  it(`${proves('mode.before')}: not when read_mode is there`, async () => {
    const found = await values(home({ minqueue: 1, read_mode: 'done' }), ['read_mode']);
    expect(found).toEqual({ read_mode: 'done' });
  });

  it(proves('agentsetting.bad-saved'), async () => {
    const folder = home({
      minqueue: 50,
      code_speed: 'fast',
      verbosity: 'read_code',
      mute_level: 9,
    });
    const keys = ['minqueue', 'code_speed', 'verbosity', 'mute_level'];
    const found = { minqueue: 5, code_speed: 80, verbosity: 'read_code', mute_level: 0 };
    expect(await values(folder, keys)).toEqual(found);
    expect(config(folder)).toMatchObject({ minqueue: 50, code_speed: 'fast', mute_level: 9 });
  });

  it(proves('summarysetting.saved'), async () => {
    const folder = home();
    await fresh(
      transport,
      (desk) => desk.set('summaries', { prompts: { tidy: 'Be tidy.' }, settle_ms: 0 }),
      { home: folder },
    );
    const { summaries } = config(folder);
    expect(summaries).toEqual({ prompts: { tidy: 'Be tidy.' }, settle_ms: 0 });
    const found = (await values(folder, ['summaries']))['summaries'];
    expect(found).toMatchObject({ prompts: { tidy: 'Be tidy.' }, settle_ms: 0, timeout: 60 });
  });
});
