/** Turns: what is late, what a new one drops, what the end of one releases. */
import { describe, expect, test } from 'vitest';
import { Rig } from './fixtures/rig.ts';

describe('late text', () => {
  test('older than the last turn is stale', () => {
    const rig = new Rig({ read_mode: 'immediate' });
    rig.start({ t: 10 });
    expect(rig.stream('Late.', { t: 9.5 })).toEqual({ stale: true });
    expect(rig.unread()).toEqual([]);
  });

  test('as old is not', () => {
    const rig = new Rig();
    rig.start({ t: 10 });
    expect(rig.stream('On time.', { t: 10 })).toEqual({ stale: false });
  });

  test('without t it is not', () => {
    const rig = new Rig();
    rig.start({ t: 10 });
    expect(rig.stream('Text.')).toEqual({ stale: false });
  });

  test('a turn_start may be stale', () => {
    const rig = new Rig();
    rig.start({ t: 10 });
    expect(rig.start({ t: 9 })).toEqual({ stale: true });
  });

  test('and changes nothing then', () => {
    const rig = new Rig({ read_mode: 'immediate' });
    rig.start({ t: 10 });
    rig.stream('Text.', { t: 11 });
    rig.start({ t: 9 });
    expect(rig.unread()).toEqual(['Text.']);
  });

  test('a turn_end may be stale', () => {
    const rig = new Rig();
    rig.start({ t: 10 });
    expect(rig.end({ t: 9 })).toEqual({ stale: true });
    expect(rig.earcons).toEqual([]);
  });

  test('a turn_start without t keeps the old one', () => {
    const rig = new Rig();
    rig.start({ t: 10 });
    rig.start();
    expect(rig.stream('Late.', { t: 9 })).toEqual({ stale: true });
  });

  test('a turn id that was replaced is stale', () => {
    const rig = new Rig();
    rig.start({ turn: 'a' });
    rig.start({ turn: 'b' });
    expect(rig.stream('Late.', { turn: 'a' })).toEqual({ stale: true });
    expect(rig.stream('New.', { turn: 'b' })).toEqual({ stale: false });
  });

  test('also when the turn that replaced it has none', () => {
    const rig = new Rig();
    rig.start({ turn: 'a' });
    rig.start();
    expect(rig.stream('Late.', { turn: 'a' })).toEqual({ stale: true });
  });

  test('a turn id nobody began is not', () => {
    const rig = new Rig();
    rig.start({ turn: 'a' });
    expect(rig.stream('Text.', { turn: 'x' })).toEqual({ stale: false });
  });

  test('the same turn may begin again', () => {
    const rig = new Rig();
    rig.start({ turn: 'a' });
    rig.start({ turn: 'a' });
    expect(rig.stream('Text.', { turn: 'a' })).toEqual({ stale: false });
  });

  test.each([
    [16, true],
    [17, false],
  ])('of a turn %i turns ago: %j', (ago, stale) => {
    const rig = new Rig();
    for (let turn = 0; turn <= ago; turn++) rig.start({ turn: `${turn}` });
    expect(rig.stream('Late.', { turn: '0' })).toEqual({ stale });
  });

  test('a closed channel loses its t', () => {
    const rig = new Rig();
    rig.start({ t: 10 });
    rig.do((agent) => agent.closed('s', rig.now));
    expect(rig.stream('Text.', { t: 9 })).toEqual({ stale: false });
  });

  test('a forgotten one too', () => {
    const rig = new Rig();
    rig.start({ t: 10 });
    rig.do((agent) => agent.forgotten('s', rig.now));
    expect(rig.stream('Text.', { t: 9 })).toEqual({ stale: false });
  });

  test('the log has it', () => {
    const rig = new Rig();
    rig.start({ t: 10 });
    rig.stream('Late.', { t: 9 });
    expect(rig.effects).toContainEqual({
      type: 'trace',
      line: 'agent stream channel=s dropped: late text (stamped before the last turn_start)',
      text: 'Late.',
    });
  });
});

describe('turn_start', () => {
  test('drops the unread text', () => {
    const rig = new Rig({ read_mode: 'immediate' });
    rig.stream('Old.');
    rig.start();
    expect(rig.floor.log).toContain('drop s turn_start: Old.');
  });

  test('what follows is a new message', () => {
    const rig = new Rig({ read_mode: 'immediate' });
    rig.stream('Old.');
    rig.start();
    rig.stream('New.');
    expect(rig.batch()).toEqual(['New.']);
  });

  test('drops what is held, and an unfinished sentence', () => {
    const rig = new Rig();
    rig.stream('Held. Unfini', { index: 0 });
    rig.start();
    rig.end();
    expect(rig.batch()).toEqual([]);
    expect(rig.lines).toContain(
      'agent turn_start channel=s prose: dropped: 2 held chunk(s) (turn_start, read_mode done)',
    );
  });

  test('takes the decisions out as answered', () => {
    const rig = new Rig();
    rig.ask({ kind: 'plan' });
    rig.start();
    expect(rig.floor.log).toContain('out s answered: Plan ready.');
    expect(rig.batch()).toEqual([]);
  });

  test('drops a waiting question: the next permission chimes', () => {
    const rig = new Rig();
    rig.ask({ kind: 'question', text: 'Ok?' });
    rig.start();
    rig.ask({ kind: 'permission', text: 'Run it.' });
    expect(rig.earcons).toEqual(['choice', 'permission']);
  });

  test('the log has the wipe', () => {
    const rig = new Rig();
    rig.start();
    expect(rig.lines).toContain('agent turn_start channel=s wipe reason=turn_start');
  });

  test.each([
    ['being read', 's', null, 1],
    ['read last', null, 's', 1],
    ['not the one being read', 'other', 's', 0],
    ['not the one read last', null, 'other', 0],
    ['with nothing ever read', null, null, 0],
  ])('resumes a reader: %s', (_, reading, lastRead, resumed) => {
    const rig = new Rig();
    rig.floor.nowReading =
      reading === null ? null : { channel: reading, entry: null, announcing: true };
    rig.floor.nowLastRead = lastRead;
    rig.start();
    expect(rig.floor.resumed).toBe(resumed);
  });

  test('does not open a channel', () => {
    const rig = new Rig();
    rig.start();
    expect(rig.floor.isOpen('s')).toBe(false);
  });
});

describe('turn_end', () => {
  test('plays turn_done, also without text', () => {
    const rig = new Rig();
    rig.end();
    expect(rig.earcons).toEqual(['turn_done']);
    expect(rig.lines).toContain('agent turn_end earcon turn_done');
  });

  test('reads an unfinished sentence', () => {
    const rig = new Rig();
    rig.stream('No end', { index: 0 });
    rig.end();
    expect(rig.unread()).toEqual(['No end']);
  });

  test('takes out decisions that were read', () => {
    const rig = new Rig();
    rig.ask({ kind: 'plan' });
    rig.hear();
    rig.end();
    expect(rig.batch()).toEqual([]);
  });

  test('and those stored', () => {
    const rig = new Rig({ mute_level: 1 });
    rig.ask({ kind: 'plan' });
    rig.end();
    expect(rig.batch()).toEqual([]);
  });

  test('never an unread one', () => {
    const rig = new Rig();
    rig.ask({ kind: 'plan' });
    rig.end();
    expect(rig.batch()).toEqual(['Plan ready.']);
  });

  test('text after it is read at once', () => {
    const rig = new Rig();
    rig.end();
    rig.stream('Late.');
    expect(rig.unread()).toEqual(['Late.']);
  });
});

describe('a reply that comes without turn_start', () => {
  test.each([
    ['tool', (rig: Rig) => rig.tool()],
    ['ask', (rig: Rig) => rig.ask({ kind: 'plan' })],
  ])('begins with a %s after the turn end', (_, act) => {
    const rig = new Rig();
    rig.stream('Old.');
    rig.end();
    rig.hear();
    rig.stream('Before.');
    act(rig);
    rig.hear();
    rig.stream('New.');
    expect(rig.unread()).toEqual([]);
    rig.end();
    expect(rig.batch()).toEqual(['New.']);
  });

  test('what came before joins the previous message', () => {
    const rig = new Rig();
    rig.stream('Old.');
    rig.end();
    rig.hear();
    rig.stream('Before.');
    expect(rig.batch()).toEqual(['Old.', 'Before.']);
  });

  test('a tool in a turn begins nothing', () => {
    const rig = new Rig({ read_mode: 'immediate' });
    rig.stream('One.');
    rig.hear();
    rig.tool();
    rig.stream('Two.');
    expect(rig.batch()).toEqual(['One.', 'Two.']);
  });
});

describe('dead sessions', () => {
  const hours6 = 6 * 60 * 60 * 1000;

  test('after 6 hours the state is freed', () => {
    const rig = new Rig();
    rig.start({ t: 10 });
    rig.tick(hours6);
    expect(rig.stream('Text.', { t: 9 })).toEqual({ stale: false });
  });

  test('not before', () => {
    const rig = new Rig();
    rig.start({ t: 10 });
    rig.tick(hours6 - 1);
    expect(rig.stream('Text.', { t: 9 })).toEqual({ stale: true });
  });

  test('a message keeps it alive', () => {
    const rig = new Rig();
    rig.start({ t: 10 });
    rig.tick(hours6 - 1);
    rig.answered();
    rig.tick(hours6 - 1);
    expect(rig.stream('Text.', { t: 9 })).toEqual({ stale: true });
    rig.tick(hours6);
    expect(rig.stream('Text.', { t: 9 })).toEqual({ stale: false });
  });

  test('its channel is closed', () => {
    const rig = new Rig();
    rig.stream('Text.');
    rig.end();
    rig.hear();
    rig.tick(hours6);
    expect(rig.floor.isOpen('s')).toBe(false);
  });

  test.each([
    ['focused', (rig: Rig) => (rig.floor.nowFocused = 's')],
    [
      'being read',
      (rig: Rig) => (rig.floor.nowReading = { channel: 's', entry: null, announcing: true }),
    ],
    [
      'with something unread',
      (rig: Rig) =>
        rig.floor.add('s', {
          chunks: [{ text: 'x' }],
          kind: 'speak',
          from: 'speak',
          source: 'host',
        }),
    ],
  ])('but not one that is %s', (_, arrange) => {
    const rig = new Rig();
    rig.stream('Text.');
    rig.end();
    rig.hear();
    arrange(rig);
    rig.tick(hours6);
    expect(rig.floor.isOpen('s')).toBe(true);
  });

  test('forgetting does it at once', () => {
    const rig = new Rig();
    rig.stream('Text.');
    rig.end();
    rig.hear();
    rig.do((agent) => agent.forgotten('s', rig.now));
    expect(rig.floor.isOpen('s')).toBe(false);
  });
});
