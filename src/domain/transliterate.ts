import { fromArabic } from './scripts/arabic.ts';
import { fromIndic, type Spelling, TAMIL_JOIN } from './scripts/indic.ts';
import { fromKana } from './scripts/kana.ts';
import { EUROPEAN_LETTERS } from './scripts/european.ts';

// Chosen: own tables. Libraries for this have hundreds of kilobytes and do not spell as people
// type.

/** The most common spelling first. */
const SPELLINGS: [Spelling, ...Spelling[]] = [
  { bengaliVowel: 'o', isEverySilentVowelDropped: true },
  { bengaliVowel: 'a', isEverySilentVowelDropped: true },
  { bengaliVowel: 'o', isEverySilentVowelDropped: false },
  { bengaliVowel: 'a', isEverySilentVowelDropped: false },
];

export const transliterations = (text: string): string[] => [
  ...new Set(SPELLINGS.map((spelling) => transliterate(text, spelling))),
];

/**
 * Writes text in Latin letters by its sound: `கடல்` → kadal. Scripts without a table stay
 * unchanged.
 */
export function transliterate(text: string, spelling: Spelling = SPELLINGS[0]): string {
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
    .replace(/[\u00DF-\u045F]/g, (letter) => EUROPEAN_LETTERS[letter] ?? letter);
}
