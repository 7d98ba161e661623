import { fromArabic } from './scripts/arabic.ts';
import { fromIndic, type Spelling, TAMIL_JOIN } from './scripts/indic.ts';
import { fromKana } from './scripts/kana.ts';
import { LETTERS } from './scripts/letters.ts';

/*
 * Names in Latin letters, loosely by sound: enough for a search to meet what people type (`கடல்` → kadal), no scholar's
 * system. What has no table here (Chinese characters, say) stays as it is: such names are found in their own script and
 * by their English name. Chosen: own tables; libraries for this weigh hundreds of kilobytes and spell for reading.
 */

/** The usual spelling first, then the others that people write. */
const SPELLINGS: Spelling[] = [
  { bengaliVowel: 'o', isClipped: true },
  { bengaliVowel: 'a', isClipped: true },
  { bengaliVowel: 'o', isClipped: false },
  { bengaliVowel: 'a', isClipped: false },
];

export const transliterations = (text: string): string[] => [
  ...new Set(SPELLINGS.map((spelling) => transliterate(text, spelling))),
];

export function transliterate(text: string, spelling: Spelling = SPELLINGS[0]!): string {
  const composed = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\u200B-\u200F\uFEFF]/g, '');
  return composed
    .replace(TAMIL_JOIN, '')
    .replace(/[\u0900-\u0D7F]+/g, (word) => fromIndic(word, spelling))
    .replace(/[\u0600-\u06FF]+/g, fromArabic)
    .replace(/[\u3041-\u30FF]+/g, fromKana)
    .normalize('NFKD')
    .replace(/[\u0300-\u036F]/g, '')
    .replace(/[\u00DF-\u045F]/g, (letter) => LETTERS[letter] ?? letter);
}
