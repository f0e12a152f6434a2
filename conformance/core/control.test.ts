import { describe, expect, it } from 'vitest';
import { transports } from '../harness/client.ts';
import { LONG } from '../harness/listener.ts';
import { sleep } from '../harness/runtime.ts';
import { useListener } from '../harness/set-up.ts';
import { proves } from '../proves.ts';

describe.each(transports)('control over %s', (transport) => {
  const listener = useListener(transport);
  const speak = (text: string, fields = {}) => listener.speak(text, fields);
  const control = (action: string) => listener.control(action);
  const item = (id: number, phase: string) => listener.item(id, phase);
  const paused = (value: boolean) => listener.state((event) => event['paused'] === value);
  const chunk = (n: number) => listener.state((event) => event['now_playing']?.chunk === n);
  /** Speaks, and waits until it is played. */
  const play = async (text: string) => {
    const id = await speak(text);
    await listener.state((event) => event['now_playing']?.item_id === id);
    return id;
  };

  const actions = ['play', 'pause', 'toggle', 'stop', 'skip', 'previous', 'next', 'restart'];
  for (const action of [...actions, 'mute', 'unmute']) {
    it(`${proves('control.reply')}: ${action}`, async () => {
      expect(await control(action)).toEqual({ ok: true });
      await play(LONG);
      expect(await control(action)).toEqual({ ok: true });
    });
  }

  const wrong = [undefined, null, 7, ['stop'], {}, '', 'dance', 'STOP', 'constructor'];
  for (const action of wrong) {
    it(`${proves('control.action')}: ${JSON.stringify(action)}`, async () => {
      const reply = await listener.client.request('control', { action });
      expect(reply['error']?.code).toBe('E_BAD_REQUEST');
    });
  }

  it(proves('control.done'), async () => {
    const id = await play(LONG);
    await control('stop');
    // Nothing may be left that a takeover would find: the next text has the reader for itself.
    const next = await speak(LONG);
    await item(next, 'started');
    expect(listener.phases()).toEqual([`${id} started`, `${id} skipped`, `${next} started`]);
  });

  it(proves('control.pause', 'control.play'), async () => {
    const id = await play('This is a short one.');
    await control('pause');
    await paused(true);
    // It would take 160 ms.
    await sleep(400);
    expect(listener.phases()).toEqual([`${id} started`]);
    await control('play');
    await paused(false);
    await item(id, 'finished');
  });

  it(proves('control.toggle'), async () => {
    await play(LONG);
    await control('toggle');
    await paused(true);
    await control('toggle');
    await paused(false);
  });

  it(`${proves('control.pause', 'control.play')}: said twice they are as said once`, async () => {
    const id = await play('This is a short one.');
    await control('pause');
    await control('pause');
    await control('play');
    await control('play');
    await item(id, 'finished');
  });

  for (const action of ['play', 'pause', 'toggle']) {
    it(`${proves('control.pause-idle')}: ${action}`, async () => {
      const seq = listener.now()['seq'];
      await control(action);
      const id = await speak('Go.');
      await item(id, 'finished');
      const states = listener.states().filter((each) => each['seq'] > seq);
      expect(states.some((each) => each['paused'])).toBe(false);
    });
  }

  it(proves('control.pause-navigation'), async () => {
    await play(`${LONG} ${LONG} ${LONG}`);
    await control('pause');
    await control('next');
    expect((await chunk(1))['paused']).toBe(true);
    await control('previous');
    expect((await chunk(0))['paused']).toBe(true);
    await control('next');
    await chunk(1);
    await control('restart');
    expect((await chunk(0))['paused']).toBe(true);
  });

  it(proves('control.pause-new'), async () => {
    const id = await play('Short.');
    await control('pause');
    const next = await speak('Next.');
    expect((await listener.state((event) => event['queued'] === 1))['paused']).toBe(true);
    await sleep(300);
    expect(listener.phases()).not.toContain(`${id} finished`);
    expect(listener.phases()).not.toContain(`${next} started`);
  });

  it(`${proves('control.pause-starts')}: after interrupt`, async () => {
    await play(LONG);
    await control('pause');
    const urgent = await speak('Short.', { interrupt: true });
    await item(urgent, 'started');
    await sleep(300);
    expect(listener.phases()).not.toContain(`${urgent} finished`);
    await control('play');
    await item(urgent, 'finished');
  });

  it(`${proves('control.pause-starts')}: after skip`, async () => {
    await play(LONG);
    const next = await speak('Short.');
    await control('pause');
    await control('skip');
    await item(next, 'started');
    await sleep(300);
    expect(listener.phases()).not.toContain(`${next} finished`);
    expect(listener.now()).toMatchObject({ paused: true, now_playing: { item_id: next } });
  });

  it(proves('control.pause-skip-last'), async () => {
    await play(LONG);
    await control('pause');
    await paused(true);
    await control('skip');
    expect(await paused(false)).toMatchObject({ now_playing: null });
    await item(await speak('Free.'), 'finished');
  });

  it(proves('control.stop'), async () => {
    const first = await play(LONG);
    const [second, third] = [await speak('Two.'), await speak('Three.')];
    await control('stop');
    const idle = await listener.state((event) => event['now_playing'] === null);
    expect(idle['queued']).toBe(0);
    const skipped = [first, second, third].map((id) => `${id} skipped`);
    expect(listener.phases()).toEqual([`${first} started`, ...skipped]);
  });

  it(proves('control.stop-all'), async () => {
    const first = await play(LONG);
    await control('pause');
    for (let n = 0; n < 500; n++) await speak('Waiting.');
    await control('stop');
    await item(first + 500, 'skipped');
    expect(listener.phases().filter((line) => line.endsWith('skipped'))).toHaveLength(501);
  });

  it(proves('control.skip'), async () => {
    const first = await play(LONG);
    const second = await speak(LONG);
    await control('skip');
    await item(second, 'started');
    const phases = [`${first} started`, `${first} skipped`, `${second} started`];
    expect(listener.phases()).toEqual(phases);
  });

  it(proves('control.next', 'control.previous'), async () => {
    await play(`${LONG} ${LONG} ${LONG}`);
    await control('next');
    await chunk(1);
    await control('next');
    await chunk(2);
    await control('previous');
    await chunk(1);
    await control('previous');
    await chunk(0);
  });

  it(proves('control.next-last'), async () => {
    const [id, next] = [await play(LONG), await speak(LONG)];
    await control('next');
    await item(next, 'started');
    expect(listener.phases()).toEqual([`${id} started`, `${id} skipped`, `${next} started`]);
  });

  it(proves('control.previous-first'), async () => {
    const began = Date.now();
    const id = await play(LONG);
    await sleep(400);
    await control('previous');
    await item(id, 'finished');
    // 0.8 s are begun anew after 0.4 s of them.
    expect(Date.now() - began).toBeGreaterThan(1150);
    expect(listener.phases()).toEqual([`${id} started`, `${id} finished`]);
  });

  it(proves('control.restart'), async () => {
    const id = await play(`${LONG} ${LONG} ${LONG}`);
    await control('next');
    await control('next');
    await chunk(2);
    await control('restart');
    await chunk(0);
    expect(listener.phases()).toEqual([`${id} started`]);
  });

  it(proves('control.restart-idle'), async () => {
    await item(await speak('Once.'), 'finished');
    const id = await speak('Again.', { label: 'that' });
    await item(id, 'finished');
    await control('restart');
    const state = await listener.state((event) => event['now_playing']?.item_id === id + 1);
    expect(state['now_playing']).toMatchObject({ text: 'Again.' });
    await item(id + 1, 'finished');
  });

  it(proves('control.restart-skipped', 'control.restart-label'), async () => {
    const skipped = await speak(LONG, { label: 'that' });
    await control('skip');
    await control('restart');
    const replay = (id: number) => listener.state((event) => event['now_playing']?.item_id === id);
    expect((await replay(skipped + 1))['now_playing']).toMatchObject({ text: LONG, label: 'that' });
    await control('skip');
    const failed = await speak('[fail]');
    await item(failed, 'failed');
    await control('restart');
    await item(failed + 1, 'failed');
  });

  it(proves('control.restart-stop'), async () => {
    const id = await play(LONG);
    await control('stop');
    await control('restart');
    expect(await speak('x')).toBe(id + 1);
  });

  it(proves('control.stop-idle'), async () => {
    const id = await speak('Never again.');
    await item(id, 'finished');
    await listener.state((event) => event['now_playing'] === null);
    await control('stop');
    await control('restart');
    expect(await speak('x')).toBe(id + 1);
  });

  for (const action of ['skip', 'previous', 'next', 'stop']) {
    it(`${proves('control.idle')}: ${action}`, async () => {
      const heard = listener.client.events().length;
      await control(action);
      await listener.settle();
      // The state of the settling alone.
      expect(listener.client.events()).toHaveLength(heard + 1);
    });
  }

  it(proves('control.mute', 'control.unmute'), async () => {
    const muted = (value: boolean) => listener.state((event) => event['muted'] === value);
    await control('mute');
    await muted(true);
    await control('unmute');
    await muted(false);
  });

  it(proves('control.mute-moves', 'control.mute-new'), async () => {
    await control('mute');
    const [first, second] = [await speak('One.'), await speak('Two.')];
    await item(first, 'finished');
    await item(second, 'finished');
    await listener.settle();
    expect(listener.now()['muted']).toBe(true);
  });

  it(proves('control.mute-stop'), async () => {
    await control('mute');
    await play(LONG);
    await control('stop');
    await listener.settle();
    expect(listener.now()['muted']).toBe(true);
  });

  for (const action of ['next_line', 'previous_line']) {
    it(`${proves('control.lines', 'version.line-actions')}: ${action}`, async () => {
      expect(await control(action)).toEqual({ ok: true });
      const id = await play(`${LONG} ${LONG}`);
      const heard = listener.client.events().length;
      expect(await control(action)).toEqual({ ok: true });
      await listener.settle();
      expect(listener.client.events()).toHaveLength(heard + 1);
      expect(listener.phases()).toEqual([`${id} started`]);
    });
  }
});
