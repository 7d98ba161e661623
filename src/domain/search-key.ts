import { fold } from './fold.ts';
import { transliterate, transliterations } from './transliterate.ts';

interface Names {
  movieName: string;
  movieNameEn?: string | null | undefined;
}

export const normalizeSearchText = (text: string): string =>
  fold(text)
    .replace(/[\u200B-\u200F\uFEFF]/g, '')
    .replace(/[‘’ʼ`´]/g, "'")
    .replace(/[‐‑–—]/g, '-')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();

const OTHER_LETTER = /(?![a-z])\p{L}/u;

/** Removes words with letters that have no transliteration. */
const latinWords = (text: string): string =>
  text.replace(/['.]/g, '').replace(/\S+/g, (word) => (OTHER_LETTER.test(word) ? ' ' : word));

/** Replaces Latin spellings that sound alike. The order matters. */
const SOUND_RULES: [RegExp, string][] = [
  [/[^a-z0-9]+/g, ' '],
  [/zh/g, 'l'],
  [/ph/g, 'f'],
  [/t?ch|sh|c(?=[eiy])/g, 's'],
  [/ck|[cqg]/g, 'k'],
  [/x/g, 'ks'],
  [/ny(?![aeiou])/g, 'n'],
  [/([bdfjklmnprstvwz])h/g, '$1'],
  [/h(?![aeiouy])/g, ''],
  [/d/g, 't'],
  [/b/g, 'p'],
  [/w/g, 'v'],
  [/j/g, 'z'],
  [/n(?=[pm])/g, 'm'],
  [/[ey]/g, 'i'],
  [/o/g, 'u'],
  [/(.)\1+/g, '$1'],
  [/ai/g, 'i'],
  [/au/g, 'u'],
  [/(.)\1+/g, '$1'],
];

/** `raat`, `rath` and `rat` have the same key. */
const phoneticKey = (latin: string): string =>
  SOUND_RULES.reduce(
    (soFar, [from, to]) => soFar.replace(from, to),
    latinWords(latin.toLowerCase()),
  ).trim();

export const searchKey = (text: string): string =>
  phoneticKey(transliterate(normalizeSearchText(text)));

// With a space and a line break around each name, LIKE can match a whole name, its start or a
// word's start.
const lines = (texts: string[]) => ` \n ${[...new Set(texts)].filter(Boolean).join(' \n ')} \n `;

export function searchColumns({ movieName, movieNameEn }: Names): {
  searchText: string;
  searchSound: string;
} {
  const names = (movieNameEn ? [movieName, movieNameEn] : [movieName]).map(normalizeSearchText);
  return {
    searchText: lines(names),
    searchSound: lines(names.flatMap(transliterations).map(phoneticKey)),
  };
}
