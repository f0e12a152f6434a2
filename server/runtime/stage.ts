/**
 * Reader, channels and agent together: one loop, without a clock, a file or a sound of its own. After each
 * call the machines' effects are carried out, what is to be read next is handed to the reader, and the
 * reader is told what follows.
 */
import type { Agent } from '../agent/agent.ts';
import type { AgentEffect } from '../agent/types.ts';
import type { ChannelEffect, Channels, Handout } from '../channels/channels.ts';
import type { MachineEffect, Style } from '../../shared/speech/chunk.ts';
import type { Effect, ReaderEvent } from '../reader/events.ts';
import { initialState, type ReaderState, type Text } from '../reader/state.ts';
import { step } from '../reader/step.ts';

/** How many messages the reader is told of in advance. */
const OFFERS = 2;

const endsPause: ReadonlySet<string> = new Set(['play', 'toggle', 'stop']);

export interface Machines {
  readonly channels: Channels;
  /** null while its extension is off. */
  readonly agent: Agent | null;
}

export interface StageOptions {
  /**
   * Carries out what the reader asks for; what comes back of it waits until this call is over.
   * @param cause what the reader was told; null: the machines cut what it reads
   */
  reader(effect: Effect, cause: ReaderEvent | null): void;
  /** Carries out what the channels and the agent ask for. */
  machine(effect: MachineEffect | AgentEffect | { type: 'prefs' }): void;
  /** Monotonic ms. */
  now(): number;
  /** What announcements are read with, in place of the reading voice. */
  announceStyle(): Style | undefined;
  /** After each call, when everything has settled. */
  settled(): void;
}

export class Stage {
  readonly #options: StageOptions;
  #reader: ReaderState = initialState;
  #machines: Machines | null = null;
  readonly #mailbox: (() => void)[] = [];
  #isWorking = false;
  #isOver = false;
  /** The reader was paused when an item of a channel was cut: what follows starts under the pause. */
  #holdsPause = false;

  constructor(options: StageOptions) {
    this.#options = options;
  }

  get reader(): ReaderState {
    return this.#reader;
  }

  /** What is read stands still, or what comes next will. */
  get isPaused(): boolean {
    return this.#reader.paused || this.#reader.waiting || this.#holdsPause;
  }

  get machines(): Machines | null {
    return this.#machines;
  }

  /** From now on these decide what is read besides what is spoken without a channel. */
  use(machines: Machines): void {
    this.#machines = machines;
  }

  /** What happened to the reader, or is asked of it. Within another call: after that one. */
  tell(event: ReaderEvent): void {
    this.#mailbox.push(() => {
      if (event.type === 'control' && endsPause.has(event.action)) this.#holdsPause = false;
      this.#step(event);
    });
    this.#work();
  }

  /**
   * Has the machines do something. Only from outside: never in an effect.
   * @param then what happens to the reader after it, in the same operation
   * @returns what `work` does, before anything is handed to the reader
   */
  act<T>(work: (machines: Machines) => T, then?: ReaderEvent): T {
    const machines = this.#machines;
    if (!machines) throw new Error('no extension is enabled');
    let result!: T;
    let error: unknown;
    let failed = false;
    this.#mailbox.push(() => {
      try {
        result = work(machines);
      } catch (thrown) {
        failed = true;
        error = thrown;
      }
    });
    if (then) this.#mailbox.push(() => this.#step(then));
    this.#work();
    if (failed) throw error;
    return result;
  }

  /** Ends what is read; nothing is handed to the reader any more. What waits in the channels stays there. */
  end(): void {
    this.#isOver = true;
    this.tell({ type: 'control', action: 'stop' });
  }

  #work(): void {
    if (this.#isWorking) return;
    this.#isWorking = true;
    try {
      for (let next = this.#mailbox.shift(); next; next = this.#mailbox.shift()) {
        next();
        this.#settle();
      }
    } finally {
      this.#isWorking = false;
    }
    this.#options.settled();
  }

  #settle(): void {
    const machines = this.#machines;
    if (!machines || this.#isOver) return;
    for (;;) {
      this.#drain(machines);
      const handout = this.#isIdle() ? machines.channels.next() : null;
      if (!handout) break;
      this.#hand(machines, handout);
    }
    // Instead of a message `next` may have asked for the chime before one.
    this.#drain(machines);
    const handouts = machines.channels.ahead(OFFERS);
    if (this.#isIdle() && handouts.length === 0) this.#holdsPause = false;
    this.#step({
      type: 'offer',
      offers: handouts.map((handout) => ({
        ...this.#textOf(handout),
        key: handout.key,
        held: handout.held,
      })),
    });
  }

  #isIdle(): boolean {
    return this.#reader.current === null && this.#reader.queue.length === 0;
  }

  #hand({ channels, agent }: Machines, handout: Handout, interrupt = false): void {
    channels.handed(this.#reader.nextItem);
    if (handout.kind === 'message') agent?.taken(handout.channel, handout.entry.id);
    this.#step({
      type: 'speak',
      ...this.#textOf(handout),
      key: handout.key,
      mode: 'append',
      interrupt,
    });
  }

  #textOf(handout: Handout): Text {
    const { channel, label, hostTab } = handout;
    if (handout.kind === 'announce') {
      const origin = { channel, hostTab, kind: 'announce', from: 'announce' };
      return { label, chunks: handout.chunks, style: this.#options.announceStyle(), origin };
    }
    const { chunks, style, kind, from, heard, stored } = handout.entry;
    return {
      label,
      chunks,
      style: handout.style ?? style,
      origin: { channel, hostTab, kind, from, ...(heard && !stored && { again: true }) },
    };
  }

  #step(event: ReaderEvent, cause: ReaderEvent | null = event): void {
    const [state, effects] = step(this.#reader, event);
    this.#reader = state;
    for (const effect of effects) {
      this.#options.reader(effect, cause);
      if (effect.type === 'item' && effect.phase !== 'started') {
        this.#machines?.channels.ended(effect.item.id);
      }
    }
    if (!this.#holdsPause || !this.#reader.current) return;
    this.#holdsPause = false;
    this.#control('pause');
  }

  #drain(machines: Machines): void {
    const { channels, agent } = machines;
    for (;;) {
      const asked = [...(agent?.take() ?? []), ...channels.take()];
      if (asked.length === 0) return;
      for (const effect of asked) this.#carryOut(effect, machines);
    }
  }

  #carryOut(effect: ChannelEffect | AgentEffect, machines: Machines): void {
    switch (effect.type) {
      case 'cut':
        this.#cut(effect.item);
        break;
      case 'interrupt':
        if (this.#reader.current?.item.id === effect.item)
          this.#hand(machines, effect.handout, true);
        break;
      case 'closed':
        machines.agent?.closed(effect.channel, this.#options.now());
        break;
      case 'previous':
        this.#control('previous');
        break;
      case 'restart_item':
        this.#control('restart');
        break;
      case 'resume':
        this.#holdsPause = false;
        this.#control('play');
        break;
      default:
        this.#options.machine(effect);
    }
  }

  #cut(item: number): void {
    if (this.#reader.current?.item.id !== item) return;
    const { paused } = this.#reader;
    this.#step({ type: 'control', action: 'skip' }, null);
    // With text waiting in the reader itself the pause stays on by itself.
    this.#holdsPause = paused && !this.#reader.paused;
  }

  #control(action: 'pause' | 'previous' | 'restart' | 'play'): void {
    this.#step({ type: 'control', action });
  }
}
