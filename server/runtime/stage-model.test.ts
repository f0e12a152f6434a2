/**
 * Random sequences of everything clients and users do, over reader, channels and agent together: what
 * must hold whatever the order (section "Extension channels" and "Extension agent").
 */
import { describe, expect, it } from 'vitest';
import { generator } from '../reader/fixtures/generator.ts';
import { StageRig } from './fixtures/stage-rig.ts';

const channels = ['a', 'b', 'c'];

/** A word of its own, that no rule reads as anything else. */
function wordOf(number: number): string {
  const syllables = ['ba', 'de', 'fi', 'go', 'lu', 'ma', 'ne', 'pi', 'ro', 'tu'];
  const digits = String(number).padStart(4, '0');
  const word = [...digits].map((digit) => syllables[Number(digit)]).join('');
  return `Q${word}`;
}

type Act =
  | 'host'
  | 'direct'
  | 'delta'
  | 'turnStart'
  | 'turnEnd'
  | 'ask'
  | 'tool'
  | 'answered'
  | 'hear'
  | 'focus'
  | 'nextChannel'
  | 'back'
  | 'restart'
  | 'skip'
  | 'pause'
  | 'flush'
  | 'stop'
  | 'close'
  | 'muteChannel'
  | 'mute'
  | 'time';

class World {
  readonly rig = new StageRig();
  readonly random: (below: number) => number;
  readonly words: {
    word: string;
    kind: 'host' | 'agent' | 'decision' | 'direct';
    channel: string;
  }[] = [];
  /** Something was done that reads a text once more, or cuts one that is read again. */
  replays = false;
  #index = new Map<string, number>();

  constructor(seed: number) {
    this.random = generator(seed);
    const { rig, random } = this;
    for (const channel of channels) {
      const policy = random(2) ? 'queue' : 'latest';
      const label = random(4) ? channel.toUpperCase() : null;
      rig.act(({ channels }) => channels.openChannel({ channel, label, policy }));
    }
    const modes = ['immediate', 'queue', 'done'] as const;
    rig.settings = {
      ...rig.settings,
      read_mode: modes[random(3)]!,
      question_step: random(3) ? 'off' : 'on',
      background_policy: random(4) ? 'all' : 'earcon_only',
    };
  }

  #new(kind: World['words'][number]['kind'], channel = ''): string {
    const word = wordOf(this.words.length);
    this.words.push({ word, kind, channel });
    return word;
  }

  step(acts: readonly Act[]): void {
    this[acts[this.random(acts.length)]!](channels[this.random(channels.length)]!);
    if (this.random(3) === 0) this.rig.quiet();
    expect(this.rig.wrong).toEqual([]);
  }

  host(channel: string): void {
    this.rig.host(channel, `${this.#new('host', channel)} it is.`, {
      interrupt: this.random(6) === 0,
    });
  }

  direct(): void {
    this.rig.direct(`${this.#new('direct')} it is.`, this.random(6) === 0);
  }

  delta(channel: string): void {
    const index = this.#index.get(channel) ?? 0;
    const final = this.random(3) === 0;
    this.rig.stream(channel, `${this.#new('agent', channel)} it is. `, { index, final });
    this.#index.set(channel, final ? 0 : index + 1);
  }

  turnStart(channel: string): void {
    this.#index.delete(channel);
    this.rig.turnStart(channel);
  }

  turnEnd(channel: string): void {
    this.#index.delete(channel);
    this.rig.turnEnd(channel);
  }

  ask(channel: string): void {
    const kind = (['question', 'permission', 'plan'] as const)[this.random(3)]!;
    const text = `${this.#new('decision', channel)} it is?`;
    this.rig.act(({ agent }) => agent.ask({ channel, kind, text }, this.rig.now));
  }

  tool(channel: string): void {
    this.rig.act(({ agent }) => agent.tool({ channel, name: 'Bash' }, this.rig.now));
  }

  answered(channel: string): void {
    this.rig.act(({ agent }) => agent.answered({ channel }, this.rig.now));
  }

  hear(): void {
    this.rig.quiet();
    this.rig.hear();
  }

  focus(channel: string): void {
    this.rig.act(({ channels }) => channels.focus(channel));
  }

  nextChannel(): void {
    this.replays = true;
    this.rig.act(({ channels }) => channels.nextChannel());
  }

  back(): void {
    this.replays = true;
    this.rig.act(({ channels }) => channels.back());
  }

  restart(channel: string): void {
    this.replays = true;
    this.rig.act(({ channels }) => channels.restart(this.random(2) ? channel : null));
  }

  skip(): void {
    this.rig.stage.tell({ type: 'control', action: 'skip' });
  }

  pause(): void {
    this.rig.stage.tell({ type: 'control', action: 'toggle' });
  }

  flush(): void {
    this.rig.flush(this.random(2) ? 'all' : 'session');
  }

  stop(channel: string): void {
    if (this.random(2)) this.rig.stop();
    else
      this.rig.act(({ channels, agent }) => {
        channels.stop(channel);
        agent.stopped(channel, this.rig.now);
      });
  }

  close(channel: string): void {
    this.#index.delete(channel);
    this.rig.act(({ channels, agent }) => {
      channels.closeChannel(channel);
      agent.closed(channel, this.rig.now);
      channels.openChannel({ channel });
    });
  }

  muteChannel(channel: string): void {
    this.rig.act(({ channels }) => channels.setPrefs({ channel, muted: this.random(2) === 0 }));
  }

  mute(): void {
    this.rig.mute(([0, 0, 1, 2] as const)[this.random(4)]!);
  }

  time(): void {
    this.rig.tick(this.random(600));
  }

  /** Everything is let be read: nothing is muted, held or paused any more. */
  finish(): void {
    const { rig } = this;
    rig.mute(0);
    rig.settings = { ...rig.settings, background_policy: 'all' };
    for (const channel of channels) {
      rig.act(({ channels }) => channels.setPrefs({ channel, muted: false }));
      rig.turnEnd(channel);
    }
    rig.tick(1000);
    rig.stage.tell({ type: 'control', action: 'play' });
    rig.hearAll();
    // A channel the user left waits for a new message.
    for (const channel of channels) rig.act(({ channels }) => channels.focus(channel));
    rig.hearAll();
  }

  times(word: string): number {
    return this.rig.heard.filter((text) => text.includes(word)).length;
  }

  /** It was heard, or skipped while it was read, or a line of the log says what became of it. */
  isAccounted(word: string): boolean {
    const { ended, traces } = this.rig;
    if (ended.some(({ text }) => text.includes(word))) return true;
    return traces.some(
      (line) => line.includes(word) && / drop |^drop|store|not spoken|dropped/.test(line),
    );
  }
}

const gentle: Act[] = [
  'host',
  'direct',
  'delta',
  'delta',
  'turnEnd',
  'ask',
  'hear',
  'hear',
  'hear',
  'time',
];
const all: Act[] = [
  ...gentle,
  ...([
    'turnStart',
    'tool',
    'answered',
    'focus',
    'nextChannel',
    'back',
    'restart',
    'skip',
  ] as const),
  ...(['pause', 'flush', 'stop', 'close', 'muteChannel', 'mute'] as const),
];

function worlds(count: number, steps: number, acts: readonly Act[], check: (world: World) => void) {
  for (let seed = 1; seed <= count; seed++) {
    const world = new World(seed);
    try {
      for (let step = 0; step < steps; step++) world.step(acts);
      world.finish();
      check(world);
    } catch (error) {
      (error as Error).message = `seed ${seed}: ${(error as Error).message}`;
      throw error;
    }
  }
}

describe('over random sequences', () => {
  it('every accepted text is heard, cut while it was read, or in the log with what became of it', () =>
    worlds(100, 80, all, (world) => {
      const lost = world.words.filter(({ word }) => !world.isAccounted(word));
      expect(lost).toEqual([]);
    }));

  it('left alone, every text is read once and none twice, but what the log says was dropped', () =>
    worlds(100, 60, gentle, (world) => {
      const wrong = world.words.filter(({ word }) => {
        const times = world.times(word);
        return times > 1 || (times === 0 && !world.isAccounted(word));
      });
      expect(wrong).toEqual([]);
    }));

  it('the newest message of a host is never replaced', () =>
    worlds(100, 60, gentle, (world) => {
      for (const channel of channels) {
        const last = world.words.findLast(
          (each) => each.kind === 'host' && each.channel === channel,
        );
        if (!last) continue;
        const heard = world.rig.ended.some(({ text }) => text.includes(last.word));
        expect([last.word, heard]).toEqual([last.word, true]);
      }
    }));

  it('nothing is left waiting once everything may be read', () =>
    worlds(100, 80, all, ({ rig }) => {
      expect([rig.queued, rig.stage.reader.current]).toEqual([0, null]);
    }));

  it('no channel is announced twice without anything of it in between', () =>
    worlds(100, 80, gentle, ({ rig }) => {
      const twice = rig.ended.filter((each, index) => {
        const next = rig.ended[index + 1];
        return (
          each.kind === 'announce' && next?.kind === 'announce' && next.channel === each.channel
        );
      });
      expect(twice).toEqual([]);
    }));
});
