/** What the cleaning of text goes by, as tables. */

/** Signs of a state, of a list or a box drawing: seen, never said. */
export const statusSymbols =
  '✓✔✗✘✕✖☐☑☒●○◉◎◌◐◑◒◓■□▪▫▶◀▸▹►▲△▼▽◆◇★☆✦✧❯❮⏵⎿⎯│┃─━┌┐└┘├┤┬┴┼╭╮╰╯═║⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏';

export const htmlEntities: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  mdash: '—',
  ndash: '–',
  hellip: '…',
  rarr: '→',
  copy: '©',
};

/** Only these are taken for tags: `List<String>` is not one. */
export const htmlTags = new Set(
  (
    'a abbr article aside b blockquote body br button caption center cite code dd del details dfn ' +
    'div dl dt em figcaption figure font footer form h1 h2 h3 h4 h5 h6 head header hr html i iframe ' +
    'img input ins kbd label li link main mark meta nav ol option p picture pre q s samp script ' +
    'section select small source span strike strong style sub summary sup svg table tbody td ' +
    'template textarea tfoot th thead time title tr tt u ul var video'
  ).split(' '),
);
