export interface ReadingCases {
  title: string;
  about: string;
  cases: { line: number; text: string; spoken: string; note: string }[];
}

/** @throws Error naming the file and line that is no case */
export function readCases(folder: string): ReadingCases[];

/** @returns the page, as Markdown */
export function renderCases(kinds: readonly ReadingCases[]): string;
