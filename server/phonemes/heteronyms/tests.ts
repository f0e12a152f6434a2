/** What a rule may ask about the neighbours of a word, to be put together. */
import { headBefore, type Context } from './context.ts';

export type Test = (context: Context) => boolean;

export const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/** The word before (after) is one of `list`; `''` in `more` stands for the edge of the clause. */
export const before = (list: string, more?: ''): Test => {
  const set = words(list);
  return (context) => set.has(context.before(1)) || context.before(1) === more;
};
export const after = (list: string, more?: ''): Test => {
  const set = words(list);
  return (context) => set.has(context.after(1)) || context.after(1) === more;
};

/** As `before`, but over adverbs: "will never read". */
export const head = (list: string): Test => {
  const set = words(list);
  return (context) => set.has(headBefore(context));
};

/** One of `list` within `reach` words. */
export const around = (list: string, reach: number): Test => {
  const set = words(list);
  return (context) => {
    for (let n = 1; n <= reach; n++)
      if (set.has(context.before(n)) || set.has(context.after(n))) return true;
    return false;
  };
};

export const any =
  (...tests: Test[]): Test =>
  (context) =>
    tests.some((test) => test(context));
export const all =
  (...tests: Test[]): Test =>
  (context) =>
    tests.every((test) => test(context));
export const not =
  (test: Test): Test =>
  (context) =>
    !test(context);

export const isFirst: Test = (context) => context.before(1) === '';
export const isLast: Test = (context) => context.after(1) === '';
export const isCapital: Test = ({ written }) => /^[A-Z][a-z]/.test(written);
