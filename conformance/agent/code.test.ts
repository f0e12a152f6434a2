/** Blocks of code, read line by line. */
import { describe, expect, it } from 'vitest';
import { transports } from '../harness/client.ts';
import { sleep } from '../harness/runtime.ts';
import { proves } from '../proves.ts';
import { type Desk, useDesk } from './desk.ts';

const block = '```ts\nconst a = b;\n\n  getUserName(x) => y.z;\n```';

describe.each(transports)('code over %s', (transport) => {
  const used = useDesk(transport);
  const reading = async (settings: Record<string, unknown> = {}): Promise<Desk> => {
    const all = { read_mode: 'immediate', verbosity: 'read_code', code_pause: 0, ...settings };
    for (const [key, value] of Object.entries(all)) await used.desk.set(key, value);
    return used.desk;
  };
  const texts = (desk: Desk) => desk.lines().map((line) => line.slice(4));
  /** Waits until the reader waits for the `times`th time. */
  const waits = async (desk: Desk, times: number) => {
    const count = () =>
      desk.heard.filter(({ event }, at) => {
        const before = desk.heard.slice(0, at).findLast((each) => each.event['event'] === 'state');
        return event['paused'] === true && before?.event['paused'] !== true;
      }).length;
    for (let tries = 0; tries < 500 && count() < times; tries++) await sleep(10);
    // It goes on waiting.
    await sleep(150);
    if (count() !== times || desk.now()['paused'] !== true)
      throw new Error(`${count()} waits, not ${times}: ${JSON.stringify(desk.score())}`);
  };
  const begins = (desk: Desk, start: string) => texts(desk).some((text) => text.startsWith(start));

  for (const verbosity of ['read_code', 'everything']) {
    it(`${proves('code.block', 'code.lines', 'code.one-item')}: ${verbosity}`, async () => {
      const desk = await reading({ verbosity });
      await desk.write('s1', `Before.\n\n${block}\n\nAfter.`);
      await desk.all();
      const [before, announcement, one, three, end, after, ...more] = texts(desk);
      expect([before, announcement]).toEqual(['Before.', 'TypeScript code block, 3 lines.']);
      expect(one).toMatch(/^Line one: .*const.*\ba\b.*equals.*\bb\b/i);
      expect(three).toMatch(/^Line three: /);
      expect([end, after]).toEqual(['End of TypeScript code.', 'After.']);
      expect(more).toEqual([]);
      const items = desk.heard.filter(({ event }) => event['phase'] === 'finished');
      expect(items).toHaveLength(3);
    });
  }

  it(proves('code.words'), async () => {
    const desk = await reading();
    await desk.write('s1', block);
    await desk.all();
    const [, one, three] = texts(desk);
    expect(one).not.toMatch(/[;=]|semicolon/);
    expect(three).toMatch(/get user name/);
    expect(three).toMatch(/open paren.*close paren.*arrow.*\by\b.*dot.*\bz\b/i);
    expect(three).not.toMatch(/[;()]|=>|semicolon/);
    // Shown as it is read: no marker of ours.
    for (const text of texts(desk)) expect(text).toMatch(/^[\x20-\x7e]+$/);
  });

  it(`${proves('code.words')}: strings and comments as written`, async () => {
    const desk = await reading();
    await desk.write('s1', '```py\nsay("hello there")  # a greeting\n```');
    await desk.all();
    expect(texts(desk)[0]).toMatch(/^Python code block, 1 line\.$/);
    expect(texts(desk)[1]).toContain('hello there');
    expect(texts(desk)[1]).toContain('a greeting');
  });

  it(proves('code.skipped'), async () => {
    const desk = await reading({ verbosity: 'skip_code' });
    await desk.write('s1', `Before.\n\n${block}\n\nAfter.`);
    expect(await desk.all()).toEqual(['s1: Before.', 's1: After.']);
  });

  it(proves('code.pieces'), async () => {
    const desk = await reading();
    for (const [index, letter] of [...block].entries()) await desk.piece('s1', index, letter);
    await desk.piece('s1', block.length, '\nAfter.', { final: true });
    await desk.all();
    const [announcement, ...rest] = texts(desk);
    expect(announcement).toBe('TypeScript code block, 3 lines.');
    expect(rest.slice(2)).toEqual(['End of TypeScript code.', 'After.']);
  });

  it(proves('code.inline'), async () => {
    const desk = await reading({ verbosity: 'skip_code' });
    await desk.write('s1', 'Call `useState()` here.');
    await desk.all();
    expect(texts(desk)[0]).toMatch(/^Call use state,? ?open paren.*close paren.* here\.$/);
  });

  it(proves('code.core'), async () => {
    const desk = await reading();
    await desk.done('speak', { text: block });
    const lines = await desk.all();
    expect(lines).toHaveLength(1);
    expect(lines[0]).not.toMatch(/Line|equals/);
    await desk.done('speak', { text: block, channel: 's1' });
    expect(await desk.all()).toHaveLength(2);
  });

  const lineOne = (desk: Desk) =>
    desk.timed().find(([line]) => line.startsWith('s1: Line one'))![1];
  const lineTwo = (desk: Desk) =>
    desk.timed().find(([line]) => line.startsWith('s1: Line two'))![1];
  const twoLines = '```ts\nalpha\nbeta\n```';
  for (const pause of [0, 500, 1000]) {
    it(`${proves('code.pause')}: ${pause} ms`, async () => {
      const desk = await reading({ code_pause: pause, code_speed: 100 });
      await desk.write('s1', twoLines);
      await desk.all();
      const text = desk
        .lines()
        .find((line) => line.startsWith('s1: Line one'))!
        .slice(4);
      const took = lineTwo(desk) - lineOne(desk);
      expect(took).toBeGreaterThan(text.length * 8 + pause - 120);
      expect(took).toBeLessThan(text.length * 8 + pause + 350);
    });
  }

  it(proves('code.speed'), async () => {
    const desk = await reading({ code_speed: 50 });
    await desk.write('s1', `\`\`\`ts\n${'alpha '.repeat(10)}\nbeta\n\`\`\``);
    await desk.all();
    const text = desk
      .lines()
      .find((line) => line.startsWith('s1: Line one'))!
      .slice(4);
    const took = lineTwo(desk) - lineOne(desk);
    expect(took).toBeGreaterThan(text.length * 16 - 60);
    expect(took).toBeLessThan(text.length * 16 + 500);
  });

  it(proves('code.moves'), async () => {
    const desk = await reading({ code_speed: 50 });
    const line = 'alpha '.repeat(14);
    await desk.write('s1', `\`\`\`ts\n${line}\n${line}\n${line}\n\`\`\``);
    const at = async (start: string, times: number) => {
      for (let tries = 0; tries < 500; tries++) {
        await sleep(10);
        const found = desk.lines().filter((each) => each.startsWith(start)).length;
        if (found >= times && desk.lines().at(-1)!.startsWith(start)) return;
      }
      throw new Error(`waited for ${start}: ${JSON.stringify(desk.lines())}`);
    };
    await at('s1: TypeScript', 1);
    await desk.control('next_line');
    await at('s1: Line one', 1);
    await desk.control('next_line');
    await at('s1: Line two', 1);
    await desk.control('previous_line');
    await at('s1: Line one', 2);
    await desk.control('next_line');
    await at('s1: Line two', 2);
  });

  describe('code_step', () => {
    it(proves('step.waits', 'step.next', 'step.last', 'step.after'), async () => {
      const desk = await reading({ code_step: 'on' });
      await desk.write('s1', `${twoLines}\n\nAfter.`);
      await waits(desk, 1);
      expect(begins(desk, 'Line two')).toBe(false);
      await desk.control('next_line');
      await waits(desk, 2);
      expect(begins(desk, 'Line one')).toBe(true);
      expect(begins(desk, 'End of')).toBe(false);
      await desk.control('next_line');
      await waits(desk, 3);
      expect(begins(desk, 'Line two')).toBe(true);
      expect(begins(desk, 'After.')).toBe(false);
      await desk.control('next_line');
      await desk.began('s1: After.');
    });

    it(proves('step.previous'), async () => {
      const desk = await reading({ code_step: 'on' });
      await desk.write('s1', '```ts\nalpha\nbeta\ngamma\n```');
      await waits(desk, 1);
      for (const times of [2, 3, 4]) {
        await desk.control('next_line');
        await waits(desk, times);
      }
      const before = texts(desk).length;
      await desk.control('previous_line');
      await waits(desk, 5);
      expect(texts(desk).slice(before)[0]).toMatch(/^Line (two|three)/);
    });

    for (const action of ['play', 'toggle']) {
      it(`${proves('step.play')}: ${action}`, async () => {
        const desk = await reading({ code_step: 'on' });
        await desk.write('s1', `${twoLines}\n\nAfter.`);
        await waits(desk, 1);
        await desk.control(action);
        await desk.began('s1: After.');
        await desk.all();
        const last = texts(desk).slice(-4);
        expect(last.map((text) => text.slice(0, 8))).toEqual([
          'Line one',
          'Line two',
          'End of T',
          'After.',
        ]);
      });
    }

    it(proves('step.away'), async () => {
      const desk = await reading({ code_step: 'on' });
      await desk.write('s1', `${twoLines}\n\nAfter.`);
      await waits(desk, 1);
      await desk.control('skip');
      await desk.began('s1: After.');
      await desk.all();
      expect(desk.now()['paused']).toBe(false);
      await desk.write('s1', twoLines);
      await waits(desk, 2);
      await desk.done('speak', { text: 'Now.', interrupt: true });
      await desk.began('-: Now.');
    });

    it(proves('step.pause'), async () => {
      const desk = await reading({ code_step: 'on' });
      await desk.write('s1', `${twoLines}\n\nAfter.`);
      await waits(desk, 1);
      await desk.control('pause');
      await desk.control('skip');
      await sleep(200);
      await desk.settle();
      expect(desk.now()['paused']).toBe(true);
    });
  });
});
