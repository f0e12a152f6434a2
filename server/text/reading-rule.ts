/** What a reading rule found, from `start` to before `end`, and what is said there. */
export interface Reading {
  start: number;
  end: number;
  spoken: string;
}
