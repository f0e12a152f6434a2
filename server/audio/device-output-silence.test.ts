/** What nobody hears: no device, and a page that plays to nobody. */
import { describe, expect, test } from 'vitest';
import { MissingError } from '../page-link/hidden-page.ts';
import { type FakeLink, setUp, tick } from './fixtures/device-rig.ts';

describe('without a device', () => {
  test('it says why, goes on in silence, and asks again with speech 5 s later', async () => {
    const { clock, failed, silents, play, output, events, lostCount, starts, up } = setUp();
    output.volume(70);
    play(1);
    await failed(new MissingError('No sound device.'));
    expect(output.status()).toEqual({
      kind: 'device',
      audible: false,
      message: 'No sound device.',
    });
    expect(events).toEqual(['notice No sound device.', 'lost']);
    play(1);
    expect(silents[0]?.log).toEqual([
      'volume 70',
      'mute false',
      'pause false',
      'loudness null',
      'rate null',
      'begin 1',
      'write 1',
      'end 1',
    ]);
    silents[0]?.events?.started(1);
    silents[0]?.events?.ended(1);
    clock.advance(5001);
    expect(starts.length).toBe(1);
    play(2);
    expect(starts.length).toBe(2);
    await failed(new MissingError('No sound device.'));
    expect(events.filter((event) => event.startsWith('notice')).length).toBe(1);
    play(3);
    expect(starts.length).toBe(2);
    clock.advance(5001);
    play(4);
    const link = await up();
    expect(lostCount()).toBe(2);
    expect(silents[0]?.log).toContain('close');
    play(4);
    expect(link.plays()).toEqual(['begin 4', 'write 4', 'end 4']);
    expect(output.status().audible).toBe(true);
  });

  test('a browser that does not start is tried again by itself', async () => {
    const { clock, failed, starts, play, silents } = setUp();
    play(1);
    await failed(new Error('Did not start.'));
    await failed(new Error('Did not start.'));
    expect(silents.length).toBe(1);
    clock.advance(1000);
    expect(starts.length).toBe(3);
  });
});

describe('whether it is heard', () => {
  /** Lets a play start, and both questions whether it is heard be answered. */
  async function askTwice({ clock, play }: ReturnType<typeof setUp>, link: FakeLink, id: number) {
    play(id);
    link.say({ type: 'started', play: id });
    clock.advance(300);
    await tick();
    clock.advance(700);
    await tick();
  }

  test('a page that plays to nobody is started again, and what it played begins again', async () => {
    const rig = setUp();
    const link = await rig.up();
    rig.heard.push(false, false);
    await askTwice(rig, link, 1);
    expect(link.closed).toBe(true);
    expect(rig.starts.length).toBe(2);
    await rig.up();
    expect(rig.lostCount()).toBe(1);
  });

  test('where no page was ever heard it is told of, and played on, after two more pages', async () => {
    const rig = setUp();
    rig.heard.push(false, false, false, false, false, false);
    await askTwice(rig, await rig.up(), 1);
    const second = await rig.up();
    await askTwice(rig, second, 1);
    rig.clock.advance(500);
    const third = await rig.up();
    await askTwice(rig, third, 1);
    expect(third.closed).toBe(false);
    expect(rig.output.status().audible).toBe(false);
    third.say({ type: 'ended', play: 1 });
    rig.clock.advance(5000);
    rig.heard.push(true);
    rig.play(2);
    third.say({ type: 'started', play: 2 });
    rig.clock.advance(300);
    await tick();
    expect(rig.output.status().audible).toBe(true);
  });

  test('a stream that was there and is gone: the page is started again', async () => {
    const { clock, up, heard, play, starts } = setUp();
    const link = await up();
    heard.push(true, false, false);
    play(1);
    link.say({ type: 'started', play: 1 });
    clock.advance(300);
    await tick();
    clock.advance(30_000);
    play(2);
    link.say({ type: 'started', play: 2 });
    clock.advance(300);
    await tick();
    clock.advance(700);
    await tick();
    expect(starts.length).toBe(2);
    expect(link.closed).toBe(true);
  });
});
