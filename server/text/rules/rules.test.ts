import { describe, expect, test } from 'vitest';
import { explainText } from '../cut.ts';
import { rules } from './table.ts';

describe('every rule', () => {
  test.each(
    rules.flatMap((rule) =>
      rule.examples.map(([text, spoken]) => ({ name: rule.name, text, spoken })),
    ),
  )('$name: $text is $spoken', ({ name, text, spoken }) => {
    const chunks = explainText(text);
    expect(chunks.map((chunk) => chunk.text).join(' ')).toBe(spoken);
    expect(chunks.flatMap((chunk) => chunk.readings.map(({ rule }) => rule))).toContain(name);
  });

  test('has examples', () => {
    expect(rules.filter((rule) => rule.examples.length === 0)).toEqual([]);
  });
});
