/** A working day with three sessions, played again in short: the order of what is heard follows from the document alone. */
import { describe, expect, it } from 'vitest';
import { transports } from '../harness/client.ts';
import { proves } from '../proves.ts';
import { fresh, long } from './desk.ts';

describe.each(transports)('a working day over %s', (transport) => {
  it(proves('day.order'), async () => {
    await fresh(transport, async (desk) => {
      const session = (channel: string) => desk.done('channel_open', { channel, keep_label: true });
      const prompt = async (channel: string, t: number) => {
        await session(channel);
        await desk.done('focus', { channel });
        await desk.start(channel, { t });
      };
      let from = 0;
      /** What was heard since the last look, once `line` begins (or nothing is read any more). */
      const heard = async (line?: string) => {
        if (line === undefined) await desk.all();
        else await desk.reads(line);
        const score = desk.score().slice(from);
        from += score.length;
        return score.filter((each) => !each.startsWith('♪'));
      };

      // Morning: the shop's session is asked first. Its answer comes in pieces, out of order.
      await prompt('shop', 100);
      await desk.piece('shop', 0, 'I look at ', { t: 101 });
      await desk.piece('shop', 2, 'Then I fix it.', { t: 101, final: true });
      await desk.piece('shop', 1, 'the cart. ', { t: 101 });
      await desk.tool('shop', 'Bash', { summary: 'Lists the files.' });
      expect(await heard()).toEqual([]);

      // Meanwhile the bank's session is asked as well; the shop's is done first.
      await prompt('bank', 110);
      await desk.write('bank', 'I read the ledger.', { t: 111 });
      await desk.end('shop', { t: 112 });
      expect(await heard()).toEqual(['shop: I look at the cart.', 'shop: Then I fix it.']);

      // The bank asks two things, one of them has choices; a permission fires with the first and is dropped.
      await desk.ask('bank', 'question', 'Which year?', {
        options: ['Last', 'This'],
        set_index: 0,
        set_size: 2,
      });
      await desk.ask('bank', 'question', 'Which currency?', { set_index: 1, set_size: 2 });
      await desk.ask('bank', 'permission', 'Claude needs your permission.');
      expect(await heard()).toEqual([
        'bank: I read the ledger.',
        'bank: Question 1 of 2.',
        'bank: Which year?',
        'bank: Option 1: Last.',
        'bank: Option 2: This.',
        'bank: Question 2 of 2.',
        'bank: Which currency?',
      ]);
      await desk.answered('bank');

      // A late piece of the bank's old text: its clock says it is from before the prompt.
      const late = await desk.write('bank', 'From yesterday.', { t: 105 });
      expect(late['stale']).toBe(true);

      // The third session begins and goes on long; the bank ends, and the shop has a plan.
      await prompt('zoo', 200);
      await desk.write('zoo', `${long('Animals')} They sleep.`, { t: 201 });
      await desk.end('zoo', { t: 202 });
      expect(await heard('zoo: Animals…')).toEqual(['zoo: Animals…']);
      await desk.write('bank', 'The ledger fits.', { t: 203 });
      await desk.end('bank', { t: 204 });
      await desk.tool('shop', 'Edit');
      await desk.ask('shop', 'plan', 'Move the button.');
      await desk.skip();
      // The one being read to its end, then the decision, then the rest in the order the sessions were opened in.
      expect(await heard()).toEqual([
        'zoo: They sleep.',
        'shop: Plan ready.',
        'shop: Move the button.',
        'bank: The ledger fits.',
      ]);

      // A call comes in: muted. The bank is asked again and answers; nothing is heard, nothing is lost.
      await desk.set('mute_level', 1);
      await prompt('bank', 300);
      await desk.write('bank', 'The year is closed.', { t: 301 });
      await desk.end('bank', { t: 302 });
      await desk.ask('zoo', 'permission', 'May I feed them?');
      expect(await heard()).toEqual([]);
      await desk.set('mute_level', 0);
      expect(await heard()).toEqual([]);

      // Two switches, from the one read last: opened in the order shop, bank, zoo, so bank was read last, then zoo.
      expect((await desk.control('next_channel'))['channel']).toBe('zoo');
      await desk.all();
      expect((await heard()).at(-1)).toBe('zoo: May I feed them?');
      expect((await desk.control('next_channel'))['channel']).toBe('shop');
      expect(await heard()).toEqual(['shop: Plan ready.', 'shop: Move the button.']);

      // The bank is read when the user goes there, from the top.
      await desk.control('restart', { channel: 'bank' });
      expect(await heard()).toEqual(['bank: The year is closed.']);

      // Evening: the shop is prompted once more while its last words are read; they are cut.
      await desk.write('shop', 'x', { t: 350 });
      await prompt('shop', 400);
      await desk.ask('shop', 'question', 'Ship it?', {
        options: ['Yes', 'No'],
      });
      expect(await heard()).toEqual([
        'shop: Ship it?',
        'shop: Option 1: Yes.',
        'shop: Option 2: No.',
      ]);
      await desk.answered('shop');
      await desk.write('shop', `${long('Shipped')} Good night.`, { t: 401 });
      await desk.end('shop', { t: 402 });
      expect(await heard('shop: Shipped…')).toEqual(['shop: Shipped…']);
      expect(await desk.control('flush')).toMatchObject({ flushed: 'channel', channel: 'shop' });
      await desk.write('shop', 'One more thing.', { t: 403 });
      expect(await heard()).toEqual([]);

      // The signs, as they played: which ones fall together depends on the pace, the kinds do not.
      const chimes = [...new Set(desk.chimes())].sort();
      expect(chimes.join(' '), desk.score().join(' | ')).toBe('choice permission turn_done');
    });
  });
});
