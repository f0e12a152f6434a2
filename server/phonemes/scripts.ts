/** Letters that are not a-z: accented ones lose their marks, Greek ones have names, others no reading. */

const greek: Record<string, string> = Object.fromEntries(
  (
    'αalpha βbeta γgamma δdelta εepsilon ζzeta ηeta θtheta ιiota κkappa λlambda μmu νnu ξxi οomicron πpi ρrho ' +
    'σsigma ςsigma τtau υupsilon φphi χchi ψpsi ωomega'
  )
    .split(' ')
    .map((entry) => [entry[0], entry.slice(1)]),
);

const special: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'th',
  þ: 'th',
  ł: 'l',
  ı: 'i',
};

/**
 * @param character one code point beyond ASCII
 * @returns letters and digits it is read as; '' when it has no reading
 */
export function fold(character: string): string {
  const known = special[character.toLowerCase()];
  if (known !== undefined) return known;
  if (!/^[\p{L}\p{N}]$/u.test(character)) return '';
  const plain = character.normalize('NFKD').replace(/\p{M}/gu, '');
  return /^[A-Za-z0-9]+$/.test(plain) ? plain : '';
}

/** The name of a Greek letter, also accented and in capitals; undefined for any other. */
export function greekName(character: string): string | undefined {
  const plain = character.normalize('NFKD')[0];
  return plain && greek[plain.toLowerCase()];
}
