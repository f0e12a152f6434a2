/** Words after which a roman numeral is a number, and names of rulers and popes. */
export const numeralKeywords = new Set(
  (
    'chapter part volume vol book act scene section appendix article phase type class level stage figure fig table title mark mk ' +
    'episode season chapters parts sections war theorem lemma annex canto tier category grade round step exhibit schedule psalm ' +
    'edition quarter group factor fantasy rocky bowl page pages pp'
  ).split(' '),
);
export const rulers = new Set(
  (
    'henry louis elizabeth george charles edward richard james william philip frederick napoleon alexander catherine peter ivan ' +
    'gustav harald olav haakon christian paul benedict pius leo francis innocent gregory ramses ramesses nicholas wilhelm ' +
    'ferdinand carl oscar margrethe clement urban boniface thutmose ptolemy xerxes darius cosimo leopold albert otto sixtus'
  ).split(' '),
);
/** After "I" these say that it is the speaker. */
export const speakerVerbs = new Set(
  'am have had was will would can could do did think know need want like see saw use used made said wrote read believe found get got should must may might'.split(
    ' ',
  ),
);
