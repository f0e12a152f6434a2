/** Schemas of single fields, with words for what is wrong. An optional field that is null counts as absent. */
import * as z from 'zod/mini';

export const optional = <T extends z.core.SomeType>(schema: T) => z.nullish(schema);
export const string = z.string('must be a string');
export const boolean = z.boolean('must be true or false');
export const strings = z.array(string, 'must be a list of strings');
export const count = z.int('must be a whole number');
export const seconds = z.number('must be a number of seconds');

/** @param longest characters (UTF-16 units) */
export const text = (longest: number) =>
  string.check(z.maxLength(longest, `must be at most ${longest} characters`));

/** A label goes out with every state: one that is a text in itself would be sent thousands of times. */
export const label = text(65_536);

/** Characters (UTF-16 units) of an id that a client chose. */
export const longestId = 256;

/** An id a client chose: of a channel, of a turn. */
export const id = z
  .string('must be a string')
  .check(
    z.minLength(1, 'must not be empty'),
    z.maxLength(longestId, `must be at most ${longestId} characters`),
  );
