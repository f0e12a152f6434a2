import { describe, expect, it } from 'vitest';
import { StageRig } from './fixtures/stage-rig.ts';

describe('the stage', () => {
  it('reads a turn sentence by sentence, each an item', () => {
    const rig = new StageRig();
    rig.turnStart('a');
    rig.stream('a', 'First one. Second one.');
    rig.turnEnd('a');
    rig.hearAll();
    expect(rig.heard).toEqual(['First one.', 'Second one.']);
  });

  it('has the next sentence in the output before the one being read is over', () => {
    const rig = new StageRig();
    rig.stream('a', 'First one. Second one. Third one.');
    rig.turnEnd('a');
    expect(rig.plays).toHaveLength(3);
  });

  it('an announcement with a chime is made, but not in the output before the chime is over', () => {
    const rig = new StageRig();
    rig.host('a', 'Of a.');
    rig.host('b', 'Of b.');
    rig.hear();
    expect([rig.plays, rig.stage.reader.window.map(({ held }) => held)]).toEqual([
      [],
      [true, true],
    ]);
    rig.quiet();
    expect(rig.plays).toHaveLength(2);
  });

  it('text without a channel is read between the messages of one', () => {
    const rig = new StageRig();
    rig.stream('a', 'First one. Second one.');
    rig.turnEnd('a');
    rig.direct('Direct.');
    rig.hearAll();
    expect(rig.heard).toEqual(['First one.', 'Direct.', 'Second one.']);
  });

  it('a pause holds when a switch cuts what is read', () => {
    const rig = new StageRig();
    rig.host('a', 'Of a.');
    rig.host('b', 'Of b.');
    rig.stage.tell({ type: 'control', action: 'pause' });
    rig.act(({ channels }) => channels.nextChannel());
    rig.quiet();
    expect(rig.stage.reader.paused).toBe(true);
    expect(rig.stage.reader.current?.item.origin?.channel).toBe('b');
  });

  it('a flush ends a pause', () => {
    const rig = new StageRig();
    rig.host('a', 'Of a.');
    rig.host('b', 'Of b.');
    rig.stage.tell({ type: 'control', action: 'pause' });
    rig.flush();
    rig.quiet();
    expect(rig.stage.reader.paused).toBe(false);
  });

  it('a skip from outside counts as heard', () => {
    const rig = new StageRig();
    rig.stream('a', 'First one. Second one.');
    rig.turnEnd('a');
    rig.stage.tell({ type: 'control', action: 'skip' });
    rig.hearAll();
    expect(rig.heard).toEqual(['Second one.']);
  });

  it('a step mode wait is no pause that a new turn ends in another channel', () => {
    const rig = new StageRig();
    rig.settings = { ...rig.settings, verbosity: 'read_code' };
    rig.stage.tell({ type: 'stepping', on: true });
    rig.stream('a', 'See:\n```ts\nconst x = 1;\n```\n');
    rig.turnEnd('a');
    rig.hearAll();
    rig.turnStart('b');
    expect(rig.stage.reader.waiting).toBe(true);
  });

  it('what a call throws reaches the caller, and the next call works', () => {
    const rig = new StageRig();
    expect(() => rig.act(({ channels }) => channels.focus('nobody'))).toThrow('no channel');
    expect(rig.act(({ channels }) => channels.openChannel({ channel: 'a' })).created).toBe(true);
  });
});
