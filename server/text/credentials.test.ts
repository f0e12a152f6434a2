import { describe, expect, test } from 'vitest';
import { cutText } from './cut.ts';

// Put together here, so that no scanner takes this file for a leak.
const mixed = 'Ab3dEf6hIj9kLm2nOp5qRs8tUv1wXy4z';
const shapes = [
  `sk-${mixed}`,
  `sk-proj-${mixed}-${mixed}`,
  `sk_live_${mixed}`,
  `ghp_${mixed}`,
  `github_pat_11ABC_${mixed}`,
  `glpat-${mixed}`,
  `AKIA${'ABCD2345'.repeat(2)}`,
  `AIza${mixed}abc`,
  'xoxb-1234567890-abcdefghij',
  `npm_${mixed}`,
  `hf_${mixed}`,
  `SG.${mixed}.${mixed}`,
  `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.${mixed}`,
  `123456789:AA${mixed}b`,
];

describe('a credential', () => {
  test.each(shapes)('%s is a secret', (secret) => {
    expect(cutText(`So ${secret} it is.`)).toEqual(['So a secret it is.']);
    expect(cutText(`So \`${secret}\` it is.`)).toEqual(['So a secret it is.']);
    expect(cutText(`So "${secret}", (${secret}) it is.`)).toEqual([
      'So "a secret", (a secret) it is.',
    ]);
  });

  test.each([
    ['password=hunter2 here', 'password equals a secret here'],
    ['my password is hunter2!', 'my password is a secret!'],
    ["PASSWORD='swordfish'", "password equals 'a secret'"],
    ['api_key: abcdefgh', 'A P I key: a secret'],
    ['api_key: abcdefg1', 'A P I key: a secret'],
    [`the key ${mixed}`, 'the key a secret'],
    [`the code ${mixed}`, 'the code a code starting A B three D'],
  ])('by its name: %s', (text, spoken) => expect(cutText(text)).toEqual([spoken]));

  test.each([
    'The token is missing.',
    'Token: expired',
    'a password of 8 characters',
    'The password: required.',
  ])('is none: %s', (text) => expect(cutText(text)).toEqual([text]));
});
