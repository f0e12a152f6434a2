/** Text for flite, which reads ASCII: what has an ASCII spelling gets it, the rest becomes a space. */

/** What Unicode's own decomposition does not spell out. */
const spellings: Record<string, string> = {
  '‘': "'",
  '’': "'",
  '‚': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '«': '"',
  '»': '"',
  '—': ', ',
  '–': ' - ',
  '‐': '-',
  '‑': '-',
  '−': '-',
  '。': '. ',
  '、': ', ',
  '×': ' times ',
  '÷': ' divided by ',
  '±': ' plus or minus ',
  '°': ' degrees ',
  '€': ' euro ',
  '£': ' pound ',
  '¥': ' yen ',
  '¢': ' cent ',
  '§': ' section ',
  '©': ' copyright ',
  '®': '',
  '™': '',
  æ: 'ae',
  Æ: 'Ae',
  œ: 'oe',
  Œ: 'Oe',
  ø: 'o',
  Ø: 'O',
  ß: 'ss',
  ð: 'd',
  Ð: 'D',
  þ: 'th',
  Þ: 'Th',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ı: 'i',
  µ: ' micro ',
  μ: ' micro ',
};

const isAscii = /^[ -~]*$/;

/** @returns printable ASCII with single spaces; perhaps nothing, for a text in another script */
export function foldForFlite(text: string): string {
  if (isAscii.test(text)) return collapse(text);
  const spelled = text.replace(/[^\0-~]/g, (char) => spellings[char] ?? char);
  // Compatibility decomposition: é is e and an accent, ﬁ is f and i, ½ is 1, a slash and 2.
  const plain = spelled
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replaceAll('\u2044', '/');
  return collapse(plain.replace(/[^ -~]+/g, ' '));
}

function collapse(text: string): string {
  return text.replace(/ {2,}/g, ' ').trim();
}
