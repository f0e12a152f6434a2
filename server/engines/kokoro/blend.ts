/** Blends: a voice mixed from several, written `a(0.7)+b(0.3)`, or `a+b` for equal shares. */

export interface BlendPart {
  voice: string;
  /** Above 0, in steps of 0.0001; the weights of a blend add up to 1. */
  weight: number;
}

const mostVoices = 8;
const longest = 500;
/** Weights are kept as whole numbers of these, so that a blend read again is the same blend. */
const unitsInOne = 10_000;

/**
 * Reads a blend of 2 to 8 different voices. Weights may be any numbers above 0, for all voices or for none;
 * they are scaled to add up to 1.
 * @param findVoice the id for what a person calls a voice, null when there is none
 * @returns null for what is no such blend
 */
export function parseBlend(
  text: string,
  findVoice: (name: string) => string | null,
): BlendPart[] | null {
  if (text.length > longest) return null;
  const terms = text.split('+');
  if (terms.length < 2 || terms.length > mostVoices) return null;

  const parts = terms.flatMap((term) => parseTerm(term, findVoice) ?? []);
  const voices = new Set(parts.map(({ voice }) => voice));
  if (voices.size < terms.length) return null;

  const weights = parts.map(({ weight }) => weight);
  if (weights.every((weight) => weight === null))
    return scaled(
      parts,
      weights.map(() => 1),
    );
  const given = weights.filter((weight) => weight !== null);
  return given.length === parts.length ? scaled(parts, given) : null;
}

/** The canonical form of a blend; `parseBlend` reads the same weights from it. */
export function formatBlend(parts: readonly BlendPart[]): string {
  return parts.map(({ voice, weight }) => `${voice}(${weight})`).join('+');
}

/** The voice with the largest share, of equal ones the first. @param parts at least one */
export function heaviest(parts: readonly BlendPart[]): string {
  return parts.reduce((most, part) => (part.weight > most.weight ? part : most)).voice;
}

/** `name` or `name(0.7)`. The parenthesis of a display name holds no number. */
function parseTerm(
  term: string,
  findVoice: (name: string) => string | null,
): { voice: string; weight: number | null } | null {
  const weighted = /^(.*)\(\s*(\d+(?:\.\d*)?|\.\d+)\s*\)\s*$/.exec(term);
  const voice = findVoice((weighted?.[1] ?? term).trim());
  if (voice === null) return null;
  return { voice, weight: weighted ? Number(weighted[2]) : null };
}

function scaled(
  parts: readonly { voice: string }[],
  weights: readonly number[],
): BlendPart[] | null {
  const sum = weights.reduce((total, weight) => total + weight, 0);
  if (!Number.isFinite(sum) || weights.some((weight) => weight <= 0)) return null;
  const units = weights.map((weight) => Math.max(1, Math.round((weight / sum) * unitsInOne)));
  // What rounding left over goes where it matters least.
  const largest = weights.indexOf(Math.max(...weights));
  units[largest]! += unitsInOne - units.reduce((total, unit) => total + unit, 0);
  return parts.map(({ voice }, at) => ({ voice, weight: units[at]! / unitsInOne }));
}
