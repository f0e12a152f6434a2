/** Random sequences of everything that can happen: what must hold whatever the order. */
import { expect, it } from 'vitest';
import type { Message } from './batch.ts';
import { generator } from '../reader/fixtures/generator.ts';
import { Rig } from './fixtures/rig.ts';

const ids = ['a', 'b', 'c', 'd'];
const steps = 120;

/** A rig, and what became of every message. */
class World {
  readonly rig = new Rig();
  readonly random: (below: number) => number;
  /** Spoken and not yet heard to an end, skipped, or dropped with a line in the log. */
  readonly open = new Set<number>();
  readonly timesHeard = new Map<number, number>();
  /** The user, or a client, did something that may announce a channel once more. */
  #acted = false;
  #lastAnnounced: string | null = null;
  #traced = 0;
  #texts = 0;
  readonly #replays: boolean;

  constructor(seed: number, replays: boolean) {
    this.random = generator(seed);
    this.#replays = replays;
    const { rig } = this;
    for (const id of ids.slice(0, 1 + this.random(ids.length))) {
      const label = this.random(3) > 0 ? id.toUpperCase() : null;
      const policy = this.random(2) === 0 ? 'latest' : 'queue';
      rig.channels.openChannel({ channel: id, label, policy, host_tab: String(this.random(2)) });
    }
    rig.settings.agent = this.random(2) === 0;
    rig.onHand = (handout) => {
      if (handout.kind === 'announce') {
        const twice = this.#lastAnnounced === handout.channel && !this.#acted;
        expect(twice, `${handout.channel} announced twice`).toBe(false);
        this.#lastAnnounced = handout.channel;
      } else this.#lastAnnounced = null;
      this.#acted = false;
    };
  }

  channel(): string {
    return ids[this.random(ids.length)]!;
  }

  step(): void {
    const { rig, random } = this;
    const pick = random(this.#replays ? 20 : 14);
    const channel = this.channel();
    const known = rig.channels.isOpen(channel);
    if (pick < 3) this.#speak(channel);
    else if (pick < 5) this.#add(channel);
    else if (pick < 9) this.hear();
    else if (pick === 9) this.#speakDirect();
    else if (pick === 10) this.#skip();
    else if (pick === 11 && known) rig.act((channels) => channels.focus(channel));
    else if (pick === 12) this.#setting(channel);
    else if (pick === 13) this.#drop(channel, known);
    else if (pick > 13) this.#control(pick, channel, known);
    this.check();
  }

  hear(): void {
    const { rig } = this;
    if (rig.chiming && (rig.current === null || this.random(2) === 0)) rig.chimeEnded();
    else if (rig.current) {
      const [next] = rig.channels.ahead(1);
      const waits = rig.queue.length > 0 || next?.held;
      this.#counted(rig.channels.reading()?.entry ?? null);
      rig.hear();
      if (!waits) expect(rig.handouts.at(-1)?.key ?? null).toBe(next?.key ?? this.#lastKey());
    }
  }

  /** The key that stays the last one when nothing was to come. */
  #lastKey(): number | null {
    return this.rig.current === null ? (this.rig.handouts.at(-1)?.key ?? null) : -Infinity;
  }

  #counted(entry: number | null): void {
    if (entry === null) return;
    this.open.delete(entry);
    this.timesHeard.set(entry, (this.timesHeard.get(entry) ?? 0) + 1);
  }

  #speak(channel: string): void {
    const mode = [undefined, 'append', 'replace'][this.random(3)] as 'append' | undefined;
    const interrupt = this.random(6) === 0;
    const { rig } = this;
    const reading = rig.channels.reading();
    const isMuted = rig.channels.isMuted(channel);
    if (interrupt) this.#acted = true;
    const { entry } = rig.speak(channel, `t${++this.#texts}`, { mode, interrupt });
    // Gives way for good.
    if (interrupt && !isMuted && reading?.channel === channel) this.open.delete(reading.entry!);
    this.open.add(entry);
  }

  #add(channel: string): void {
    const decision = this.random(3) === 0;
    const stored = this.random(6) === 0;
    const entry = this.rig.add(channel, `t${++this.#texts}`, { decision }, { stored });
    if (!stored) this.open.add(entry);
  }

  #speakDirect(): void {
    const interrupt = this.random(3) === 0;
    if (interrupt) this.open.delete(this.rig.channels.reading()?.entry ?? 0);
    this.rig.direct('x', interrupt);
  }

  #skip(): void {
    if (!this.rig.current) return;
    this.open.delete(this.rig.channels.reading()?.entry ?? 0);
    this.rig.skip();
  }

  #setting(channel: string): void {
    const { rig, random } = this;
    const pick = random(4);
    if (pick === 0) rig.settings.background = random(2) === 0 ? 'all' : 'earcon_only';
    else if (pick === 1) rig.settings.announce = random(4) > 0;
    else if (pick === 2) rig.settings.muteLevel = random(4) === 0 ? 2 : 0;
    else {
      this.#acted = true;
      rig.act((channels) => channels.setPrefs({ channel, muted: random(2) === 0 }));
    }
    rig.settle();
  }

  #drop(channel: string, known: boolean): void {
    const { rig, random } = this;
    this.#acted = true;
    const pick = random(6);
    const odd = (entry: { id: number }) => entry.id % 2 === 1;
    if (pick === 0) rig.act((channels) => channels.drop(channel, 'turn_start'));
    else if (pick === 1) rig.act((channels) => channels.drop(channel, 'answered', odd));
    else if (pick === 2) rig.act((channels) => channels.takeOut(channel, 'answered', odd));
    else if (pick === 3) rig.channels.endMessage(channel);
    else if (pick === 4 && known) rig.act((channels) => channels.stop(channel));
    else if (pick === 5 && known && random(3) === 0)
      rig.act((channels) => channels.closeChannel(channel));
  }

  #control(pick: number, channel: string, known: boolean): void {
    const { rig, random } = this;
    this.#acted = true;
    if (pick < 16) {
      const before = rig.channels.lastRead();
      const { channel: to } = rig.act((channels) => channels.nextChannel());
      expect(to === null).toBe(rig.channels.open().length === 0);
      const ring = rig.channels.open().filter((id) => !rig.channels.isMuted(id));
      if (ring.length > 1 && before !== null && !ring.includes(before)) expect(ring).toContain(to);
    } else if (pick === 16) rig.act((channels) => channels.flush());
    else if (pick === 17) rig.act((channels) => channels.back());
    else if (pick === 18)
      rig.act((channels) => channels.restart(known && random(2) === 0 ? channel : null));
    else if (random(3) === 0) rig.stop();
    else {
      const entries = rig.channels.entries(channel);
      const entry = entries[random(Math.max(1, entries.length))];
      if (!entry) return;
      // What stands before it is skipped by the user.
      for (const each of entries) {
        if (each === entry) break;
        if (!rig.channels.isMuted(channel)) this.open.delete(each.id);
      }
      rig.act((channels) => channels.replayFrom(channel, entry.id));
    }
  }

  check(): void {
    const { rig } = this;
    for (const line of rig.traces().slice(this.#traced)) {
      const [, entry] = /entry=(\d+)/.exec(line)!;
      this.open.delete(Number(entry));
    }
    this.#traced = rig.traces().length;

    const reading = rig.channels.reading();
    if (reading) {
      const says = reading.announcing ? `announce ${reading.channel}: ` : `${reading.channel}: `;
      expect(rig.says?.startsWith(says)).toBe(true);
      expect(rig.channels.isMuted(reading.channel) && !reading.announcing).toBe(false);
    } else expect(rig.says === null || rig.says.startsWith('direct')).toBe(true);

    const unread = rig.channels
      .open()
      .flatMap((id) => rig.channels.entries(id) as Message[])
      .filter((message) => message.unread && message.id !== reading?.entry);
    expect(rig.channels.queued()).toBe(unread.length);
    for (const id of this.open) {
      expect(
        unread.some((message) => message.id === id) || id === reading?.entry,
        `lost ${id}`,
      ).toBe(true);
    }
  }

  /** Everything unmuted and left alone. */
  finish(): void {
    const { rig } = this;
    rig.settings.background = 'all';
    for (const channel of ids) {
      rig.act((channels) => channels.setPrefs({ channel, muted: false }));
      // A channel that was left is read again when it gets something new.
      this.open.add(rig.speak(channel, 'last', { mode: 'append' }).entry);
    }
    for (let count = 0; rig.current || rig.chiming; count++) {
      expect(count).toBeLessThan(5_000);
      this.hear();
    }
    this.check();
    expect([...this.open]).toEqual([]);
    expect(rig.channels.queued()).toBe(0);
  }
}

it('loses no message, counts true, announces once and reads everything in the end', () => {
  for (let seed = 1; seed <= 400; seed++) {
    const world = new World(seed, true);
    for (let count = 0; count < steps; count++) world.step();
    world.finish();
  }
});

it('hears no message twice that nobody replays', () => {
  for (let seed = 1; seed <= 200; seed++) {
    const world = new World(seed, false);
    for (let count = 0; count < steps; count++) world.step();
    world.finish();
    expect(Math.max(...world.timesHeard.values())).toBe(1);
  }
});

it('the same calls give the same effects', () => {
  const run = () => {
    const world = new World(7, true);
    for (let count = 0; count < steps; count++) world.step();
    return [world.rig.effects, world.rig.begun];
  };
  expect(run()).toEqual(run());
});
