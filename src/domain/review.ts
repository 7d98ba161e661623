import { cleanText } from './plain-text.ts';

/** Chosen: about two pages. */
export const COMMENTS_MAX_LENGTH = 2000;

/** Normalizes a review's text; empty when nothing in it is visible. Idempotent. */
export const cleanComments = (text: string): string =>
  cleanText(text.normalize('NFC'))
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n');

interface ReviewText {
  rating: number;
  reviewComments: string;
  hasSpoilers: boolean;
}

export const isSameReview = (one: ReviewText, other: ReviewText): boolean =>
  one.rating === other.rating &&
  one.reviewComments === other.reviewComments &&
  one.hasSpoilers === other.hasSpoilers;

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
  return SCRIPTS.find(
    ([script]) => letters.filter((letter) => script.test(letter)).length * 2 > letters.length,
  )?.[1];
}
