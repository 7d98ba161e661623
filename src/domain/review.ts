/** Chosen: about two pages. */
export const COMMENTS_MAX_LENGTH = 2000;

const LINE_ENDS = /\r\n?|[\u0085\u2028\u2029]/g;
/** Invisible control characters, except tab and line feed. */
// eslint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\uFEFF\uFFF9-\uFFFB]/g;
/** They change the direction of the text that follows a review. LRM, RLM and ALM do not, so they stay. */
const DIRECTION_CONTROLS = /[\u202A-\u202E\u2066-\u2069]/g;
/** No script puts more than eight marks on a letter; more would cover other lines. */
const EXCESS_MARKS = /(\p{M}{8})\p{M}+/gu;
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** Normalizes a review's text; empty when nothing in it is visible. Idempotent. */
export function cleanComments(text: string): string {
  const clean = text
    .toWellFormed()
    .replace(LINE_ENDS, '\n')
    .replaceAll('\t', ' ')
    .replace(CONTROLS, '')
    .replace(DIRECTION_CONTROLS, '')
    .normalize('NFC')
    .replace(EXCESS_MARKS, '$1')
    .replace(/ +$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  return VISIBLE.test(clean) ? clean : '';
}

interface ReviewText {
  rating: number;
  reviewComments: string;
  hasSpoilers: boolean;
}

export const isSameReview = (one: ReviewText, other: ReviewText): boolean =>
  one.rating === other.rating && one.reviewComments === other.reviewComments && one.hasSpoilers === other.hasSpoilers;

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

/** Returns a `lang` value for the script of most letters; undefined for Latin. */
export function detectLanguage(text: string): string | undefined {
  const letters = text.match(LETTERS) ?? [];
  return SCRIPTS.find(([script]) => letters.filter((letter) => script.test(letter)).length * 2 > letters.length)?.[1];
}
