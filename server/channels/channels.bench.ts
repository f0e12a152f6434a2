/** How long an operation takes with as many channels and messages as there may be. */
import { Rig } from './fixtures/rig.ts';

const channelCount = 500;
const messageCount = 200;
const rounds = 200;

export function bench() {
  return (['all', 'earcon_only'] as const).map((background) => {
    const slowest = Object.entries(operations(filled(background)))
      .map(([name, work]) => ({ name, value: typicalWorst(work) }))
      .toSorted((a, b) => b.value - a.value)[0]!;
    return {
      name: `channels, ${slowest.name}, the slowest at ${background}, 95 % below`,
      value: slowest.value,
      unit: 'ms',
      target: 2,
    };
  });
}

function filled(background: 'all' | 'earcon_only'): Rig {
  const rig = new Rig();
  rig.settings.background = background;
  rig.channels.ensure('c0');
  rig.channels.focus('c0');
  for (let channel = 0; channel < channelCount; channel++) {
    rig.channels.ensure(`c${channel}`, `Channel ${channel}`);
    for (let count = 1; count <= messageCount; count++) {
      rig.channels.add(`c${channel}`, {
        chunks: [{ text: 'A sentence of usual length, as they come.' }],
        kind: 'prose',
        from: 'stream',
        source: count === messageCount - 1 ? 'summary' : 'agent',
        decision: count === messageCount,
      });
    }
  }
  rig.settle();
  return rig;
}

function operations(rig: Rig): Record<string, () => unknown> {
  return {
    add: () => rig.add('c250', 'text'),
    speak: () => rig.speak('c251', 'text', { mode: 'append' }),
    'speak replacing': () => rig.speak('c252', 'text'),
    'speak interrupting': () => rig.speak('c253', 'text', { interrupt: true, mode: 'append' }),
    'an end': () => rig.hear(),
    ahead: () => rig.channels.ahead(3),
    queued: () => rig.channels.queued(),
    next_channel: () => rig.act((channels) => channels.nextChannel()),
    restart: () => rig.act((channels) => channels.restart()),
    'restart with a channel': () => rig.act((channels) => channels.restart('c9')),
    back: () => rig.act((channels) => channels.back()),
    focus: () => rig.act((channels) => channels.focus('c3')),
    flush: () => rig.act((channels) => channels.flush()),
    drop: () => rig.act((channels) => channels.drop('c7', 'turn_start')),
    channel_prefs: () => rig.channels.prefsList(),
  };
}

/** The time that 95 of 100 runs stay below, ms. */
function typicalWorst(work: () => unknown): number {
  const times = Array.from({ length: rounds }, () => {
    const began = performance.now();
    work();
    return performance.now() - began;
  });
  return times.toSorted((a, b) => a - b)[Math.floor(rounds * 0.95)]!;
}
