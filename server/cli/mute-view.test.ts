import { expect, test } from 'vitest';
import { muteLine } from './mute-view.ts';

test('nothing muted, nothing said', () => {
  expect(muteLine(0)).toEqual([]);
});

test('a level is told with what it means', () => {
  expect(muteLine(1)).toEqual([
    'agents       muted (mute_level 1): their text is kept, not spoken',
  ]);
  expect(muteLine(2)[0]).toMatch(/mute_level 2.*earcons are silent too$/);
});
