// The cases of how text is read: a file a kind, a line a case, and the page that shows them.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const intro = `# How text is read

Text is read the way people say it. Each line below is a case that the tests run: what is written, and what is said.
\`|\` parts what is read as one sentence from the next, \`⏎\` is the end of a line. The rules are tried from left to right, in the
order of the document; what one has read no other looks at. The user's own pronunciations come first and are never changed.
\`sonara read --explain\` shows for any text which rule read what.

This page is made by \`npm run docs:reading\`.
`;

/**
 * @param {string} folder
 * @returns {{ title: string, about: string, cases: { line: number, text: string, spoken: string, note: string }[] }[]}
 * @throws Error naming the file and line that is no case
 */
export function readCases(folder) {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.tsv'))
    .sort()
    .map((name) => readFile(name, readFileSync(join(folder, name), 'utf8')));
}

function readFile(name, content) {
  const [head, ...lines] = content.split(/\r?\n/);
  const [, title, about] = /^# ([^:]+): (.+)$/.exec(head) ?? [];
  if (!title) throw new Error(`${name} does not begin with "# Title: what it shows"`);
  const cases = lines.flatMap((line, index) => {
    if (line.trim() === '') return [];
    const [text, spoken, note = ''] = line.split('\t');
    if (spoken === undefined) throw new Error(`${name}:${index + 2} is no case`);
    return [{ line: index + 2, text: text.replaceAll('\\n', '\n'), spoken, note }];
  });
  return { title, about, cases };
}

/** @returns the page, as Markdown */
export function renderCases(kinds) {
  const sections = kinds.map(
    ({ title, about, cases }) =>
      `\n## ${title}\n\n${about}\n\n| written | said |\n|---|---|\n${cases.map(row).join('')}`,
  );
  return intro + sections.join('');
}

function row({ text, spoken, note }) {
  return `| ${cell(text)} | ${cell(spoken)}${note ? ` (${note})` : ''} |\n`;
}

/** As code, whatever is in it; a bar would end the cell. */
function cell(text) {
  if (text === '') return '(nothing)';
  const shown = text.replaceAll('\n', '⏎').replaceAll('|', '\\|');
  const ticks = '`'.repeat(1 + Math.max(0, ...(shown.match(/`+/g) ?? []).map((run) => run.length)));
  return ticks.length > 1 ? `${ticks} ${shown} ${ticks}` : `\`${shown}\``;
}
