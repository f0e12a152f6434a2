import { describe, expect, it } from 'vitest';
import { ask, mostOptions, mostQuestions } from './agent-requests.ts';
import { check } from './requests.ts';

const question = (fields: object) => check(ask, { channel: 's', kind: 'question', ...fields }).ok;
const options = (count: number) => Array.from({ length: count }, (_, index) => `o${index}`);

describe('ask', () => {
  it('takes as many options as can be read', () => {
    expect(question({ options: options(mostOptions) })).toBe(true);
  });
  it('refuses more', () => {
    expect(question({ options: options(mostOptions + 1) })).toBe(false);
  });
  it('takes a set of as many questions as can be moved in', () => {
    expect(question({ set_index: 0, set_size: mostQuestions })).toBe(true);
  });
  it('refuses a larger set', () => {
    expect(question({ set_index: 0, set_size: mostQuestions + 1 })).toBe(false);
  });
});
