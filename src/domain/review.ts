/** What a viewer may write of a film. */

/** Chosen: some two pages; a list of ten stays readable. */
export const COMMENTS_MAX = 2000;

/** Paragraph and line separators, and the ends of lines of other systems. */
const LINE_ENDS = /\r\n?|[\u0085\u2028\u2029]/g;
/** Characters that nobody sees but a terminal or a layout obeys; tab and line feed are none of them. */
// eslint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\uFEFF\uFFF9-\uFFFB]/g;
/** They turn the direction of what follows, past the end of a text; LRM, RLM and ALM, which only mark, stay. */
const TURNING = /[\u202A-\u202E\u2066-\u2069]/g;
/** More marks on one letter than any script writes: they would lie over the lines around. */
const HEAPED_MARKS = /(\p{M}{8})\p{M}+/gu;
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u;

/**
 * The words of a review as plain text: one kind of line end, at most one empty line in a row, nothing invisible that acts.
 * Empty when nothing of it can be seen. Cleaning twice changes nothing.
 */
export function cleanComments(text: string): string {
  const clean = text
    .toWellFormed()
    .replace(LINE_ENDS, '\n')
    .replaceAll('\t', ' ')
    .replace(CONTROLS, '')
    .replace(TURNING, '')
    .normalize('NFC')
    .replace(HEAPED_MARKS, '$1')
    .replace(/ +$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  return VISIBLE.test(clean) ? clean : '';
}

interface Words {
  rating: number;
  reviewComments: string;
  hasSpoilers: boolean;
}

export const isSameReview = (one: Words, other: Words): boolean =>
  one.rating === other.rating && one.reviewComments === other.reviewComments && one.hasSpoilers === other.hasSpoilers;

/** Scripts of the house's languages, and the language that they are most likely in. */
const SCRIPTS: [RegExp, string][] = [
  [/\p{Script=Tamil}/u, 'ta'],
  [/\p{Script=Malayalam}/u, 'ml'],
  [/\p{Script=Devanagari}/u, 'hi'],
  [/\p{Script=Bengali}/u, 'bn'],
  [/\p{Script=Telugu}/u, 'te'],
  [/\p{Script=Kannada}/u, 'kn'],
  [/\p{Script=Arabic}/u, 'ar'],
  [/\p{Script=Hiragana}|\p{Script=Katakana}/u, 'ja'],
  [/\p{Script=Hangul}/u, 'ko'],
];
const LETTERS = /\p{L}/gu;

/** For `lang`: the language of the script that at least half of the letters are in; undefined for Latin, which many share. */
export function languageOf(words: string): string | undefined {
  const letters = words.match(LETTERS) ?? [];
  return SCRIPTS.find(([script]) => letters.filter((letter) => script.test(letter)).length * 2 > letters.length)?.[1];
}
