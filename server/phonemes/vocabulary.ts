/** The symbols of Kokoro v1.0 and their token ids, as in the `vocab` of the model's config.json. */

const table =
  ';1 :2 ,3 .4 !5 ?6 —9 …10 "11 (12 )13 “14 ”15 ʣ18 ʥ19 ʦ20 ʨ21 ᵝ22 ꭧ23 A24 I25 O31 Q33 S35 T36 W39 Y41 ᵊ42 ' +
  'a43 b44 c45 d46 e47 f48 h50 i51 j52 k53 l54 m55 n56 o57 p58 q59 r60 s61 t62 u63 v64 w65 x66 y67 z68 ' +
  'ɑ69 ɐ70 ɒ71 æ72 β75 ɔ76 ɕ77 ç78 ɖ80 ð81 ʤ82 ə83 ɚ85 ɛ86 ɜ87 ɟ90 ɡ92 ɥ99 ɨ101 ɪ102 ʝ103 ɯ110 ɰ111 ŋ112 ' +
  'ɳ113 ɲ114 ɴ115 ø116 ɸ118 θ119 œ120 ɹ123 ɾ125 ɻ126 ʁ128 ɽ129 ʂ130 ʃ131 ʈ132 ʧ133 ʊ135 ʋ136 ʌ138 ɣ139 ' +
  'ɤ140 χ142 ʎ143 ʒ147 ʔ148 ˈ156 ˌ157 ː158 ʰ162 ʲ164 ↓169 →171 ↗172 ↘173 ᵻ177';

/** One UTF-16 unit each: no symbol lies outside the basic plane. */
export const vocabulary: ReadonlyMap<string, number> = new Map([
  // Neither a space nor a combining tilde can be written in a list parted by spaces.
  [' ', 16],
  ['\u0303', 17],
  ...table.split(' ').map((entry): [string, number] => [entry[0]!, Number(entry.slice(1))]),
]);

/** Token ids of Kokoro symbols, without the padding at both ends; what the model lacks is dropped. */
export function tokenize(phonemes: string): number[] {
  const ids: number[] = [];
  for (let at = 0; at < phonemes.length; at++) {
    const id = vocabulary.get(phonemes[at]!);
    if (id !== undefined) ids.push(id);
  }
  return ids;
}
