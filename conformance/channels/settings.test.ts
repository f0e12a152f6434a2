import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { transports } from '../harness/client.ts';
import { newHome, Runtime } from '../harness/runtime.ts';
import { readWavFolder } from '../harness/wav-file.ts';
import { proves } from '../proves.ts';
import { fresh, killed, type Rooms, useRooms } from './rooms.ts';

describe.each(transports)('settings over %s', (transport) => {
  const used = useRooms(transport);
  const get = async (key: string, rooms = used.rooms) =>
    (await rooms.done('get', { key }))['value'] as unknown;

  it(proves('setting.announce'), async () => {
    const { rooms } = used;
    expect(await rooms.request('get', { key: 'channel_announce' })).toEqual({
      ok: true,
      key: 'channel_announce',
      value: 'on',
    });
    const reply = await rooms.set('channel_announce', 'off');
    expect(reply).toEqual({ ok: true, key: 'channel_announce', value: 'off' });
    expect(await get('channel_announce')).toBe('off');
  });

  it(proves('setting.announce-types'), async () => {
    const values = ['ON', 'yes', '', true, false, 1, null, ['on'], {}, undefined];
    for (const value of values) await used.rooms.refuses('channel_announce', value);
    expect(await get('channel_announce')).toBe('on');
  });

  it(proves('setting.voice'), async () => {
    const { rooms } = used;
    expect(await get('announce_voice')).toBe(null);
    const value = { engine: 'fake', voice: 'silence' };
    const reply = await rooms.set('announce_voice', value);
    expect(reply).toEqual({ ok: true, key: 'announce_voice', value });
    expect(await get('announce_voice')).toEqual(value);
    expect((await rooms.set('announce_voice', null))['value']).toBe(null);
  });

  const wrong = [
    'silence',
    5,
    true,
    [],
    {},
    { engine: 'fake' },
    { voice: 'silence' },
    { engine: '', voice: 'silence' },
    { engine: 'fake', voice: '' },
    { engine: 'fake', voice: 5 },
    { engine: ['fake'], voice: 'silence' },
    { engine: 'fake', voice: null },
    undefined,
  ];
  it(proves('setting.voice-types'), async () => {
    for (const value of wrong) await used.rooms.refuses('announce_voice', value);
    expect(await get('announce_voice')).toBe(null);
  });

  it(proves('setting.voice-read', 'setting.voice-name', 'setting.voice-missing'), async () => {
    const folder = join(newHome(), 'wav');
    const voices: [object | null, boolean][] = [
      [{ engine: 'fake', voice: 'silence' }, false],
      [{ engine: 'fake', voice: 'Fake silence' }, false],
      [{ engine: 'fake', voice: 'nobody' }, true],
      [{ engine: 'no-such-engine', voice: 'silence' }, true],
      [null, true],
    ];
    const work = async (rooms: Rooms) => {
      await rooms.enter('b', { label: 'Build tab' });
      for (const [voice] of voices) {
        await rooms.caughtUp('a', 'Heard.');
        await rooms.set('announce_voice', voice);
        await rooms.caughtUp('b', 'Other.');
      }
    };
    await fresh(transport, work, { args: ['--output', `wav:${folder}`] });
    const sounded = readWavFolder(folder).map(({ samples }) => samples.some((each) => each !== 0));
    // Of each round a message of `a`, the announcement, the message of `b`.
    expect(sounded).toEqual(voices.flatMap(([, announced]) => [true, announced, true]));
  });

  it(proves('setting.saved', 'setting.config'), async () => {
    const home = newHome();
    const voice = { engine: 'fake', voice: 'silence' };
    await killed(transport, home, async (rooms) => {
      await rooms.set('channel_announce', 'off');
      await rooms.set('announce_voice', voice);
      await rooms.prefer('a', { muted: false, label: 'Mine' });
    });
    const config = JSON.parse(readFileSync(join(home, 'config.json'), 'utf8')) as object;
    expect(config).toEqual({ channel_announce: 'off', announce_voice: voice });
    await killed(transport, home, async (rooms) => {
      expect(await get('channel_announce', rooms)).toBe('off');
      expect(await get('announce_voice', rooms)).toEqual(voice);
      await rooms.caughtUp('a', 'Heard.');
      await rooms.enter('b', { label: 'Build tab' });
      await rooms.say('b', 'Other.');
      expect(await rooms.all()).toEqual(['a: Heard.', 'b: Other.']);
    });
  });

  it(`${proves('setting.saved')}: not by a runtime that has it off, which keeps them`, async () => {
    const home = newHome();
    await killed(transport, home, (rooms) => rooms.set('channel_announce', 'off'));
    const off = await Runtime.start({ home, args: ['--standalone'] });
    await off.stop({ keepHome: true });
    await killed(transport, home, async (rooms) => {
      expect(await get('channel_announce', rooms)).toBe('off');
    });
  });
});
