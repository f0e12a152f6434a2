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

  it('a pause ends when what was to come is stopped before it came', () => {
    const rig = new StageRig();
    rig.host('a', 'Of a.');
    rig.host('b', 'Of b.');
    rig.stage.tell({ type: 'control', action: 'pause' });
    rig.act(({ channels }) => channels.nextChannel());
    rig.stop();
    rig.direct('Hello.');
    rig.hearAll();
    expect(rig.heard).toEqual(['Hello.']);
  });

  it('a pause ends when what was to come is closed before it came', () => {
    const rig = new StageRig();
    rig.host('a', 'Of a.');
    rig.host('b', 'Of b.');
    rig.stage.tell({ type: 'control', action: 'pause' });
    for (const channel of ['a', 'b']) rig.act(({ channels }) => channels.closeChannel(channel));
    expect(rig.stage.isPaused).toBe(false);
  });

  it('text without a channel that comes while a pause waits for a chime is paused too', () => {
    const rig = new StageRig();
    rig.host('a', 'Of a.');
    rig.stage.tell({ type: 'control', action: 'pause' });
    rig.act(({ channels }) => channels.nextChannel());
    rig.direct('Hello.');
    rig.hearAll();
    expect([rig.heard, rig.stage.isPaused]).toEqual([[], true]);
  });

  it('an announcement that was cut does not make its channel the one that read last', () => {
    const rig = new StageRig();
    rig.act(({ channels }) => channels.openChannel({ channel: 'a', label: 'A' }));
    rig.act(({ channels }) => channels.openChannel({ channel: 'b', label: 'B' }));
    rig.host('a', 'Of a.');
    rig.hearAll();
    rig.host('b', 'Of b.');
    rig.quiet();
    expect(rig.flush().flushed).toBe('announcement');
    rig.host('a', 'Again of a.');
    rig.hearAll();
    rig.host('b', 'Again of b.');
    rig.hearAll();
    expect(rig.heard).toEqual(['Of a.', 'Again of a.', 'B.', 'Again of b.']);
  });

  it('a newer message does not cut the announcement of the one it replaces', () => {
    const rig = new StageRig();
    rig.act(({ channels }) => channels.openChannel({ channel: 'b', label: 'B' }));
    rig.host('a', 'Of a.');
    rig.hearAll();
    rig.host('b', 'One.');
    rig.quiet();
    rig.host('b', 'Two.');
    rig.hearAll();
    expect(rig.heard).toEqual(['Of a.', 'B.', 'Two.']);
  });

  it('a move to a question does not swallow what a host said before it', () => {
    const rig = new StageRig();
    rig.settings = { ...rig.settings, question_step: 'on' };
    const ask = (index: number) =>
      rig.act(({ agent }) =>
        agent.ask(
          { channel: 'a', kind: 'question', text: `Ask ${index}?`, set_index: index, set_size: 2 },
          rig.now,
        ),
      );
    ask(0);
    ask(1);
    rig.host('a', 'The build failed.', { mode: 'append' });
    rig.act(({ agent }) => agent.nextQuestion());
    rig.hearAll();
    expect(rig.heard.filter((text) => text.includes('failed'))).toEqual(['The build failed.']);
  });

  it('a sentence that ended before white space is read when no delta comes for a while', () => {
    const rig = new StageRig();
    rig.settings = { ...rig.settings, read_mode: 'immediate' };
    rig.stream('a', 'First one. ', { index: 0 });
    rig.hearAll();
    expect(rig.heard).toEqual([]);
    rig.tick(150);
    rig.stream('a', 'Second one.', { index: 1, final: true });
    rig.hearAll();
    expect(rig.heard).toEqual(['First one.', 'Second one.']);
  });

  it('at its end nothing that waits in the channels is begun', () => {
    const rig = new StageRig();
    rig.host('a', 'First one.');
    rig.host('a', 'Second one.', { mode: 'append' });
    rig.stage.end();
    expect(rig.stage.reader.current).toBeNull();
    expect(rig.ended.map(({ text, phase }) => [text, phase])).toEqual([['First one.', 'skipped']]);
  });

  it('what a call throws reaches the caller, and the next call works', () => {
    const rig = new StageRig();
    expect(() => rig.act(({ channels }) => channels.focus('nobody'))).toThrow('no channel');
    expect(rig.act(({ channels }) => channels.openChannel({ channel: 'a' })).created).toBe(true);
  });
});
