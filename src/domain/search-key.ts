/** What a search compares: names as they are written, and names by their sound. */
import { fold } from './fold.ts';
import { transliterate, transliterations } from './transliterate.ts';

interface Names {
  movieName: string;
  movieNameEn?: string | null | undefined;
}

/** A written text made comparable: folded, spaces single, apostrophes and hyphens of one kind, no invisible joiners. */
export const plainText = (text: string): string =>
  fold(text)
    .replace(/[\u200B-\u200F\uFEFF]/g, '')
    .replace(/[‘’ʼ`´]/g, "'")
    .replace(/[‐‑–—]/g, '-')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();

/**
 * Latin spellings that sound alike, as one key: long and doubled letters, aspirates, voiced and voiceless (Tamil writes
 * them alike), s/sh/ch, j/z, l/zh, v/w. Words with letters of no table are left out. The order matters.
 */
const ALIKE: [RegExp, string][] = [
  [/['.]/g, ''],
  [/\S*(?![a-z])\p{L}\S*/gu, ' '],
  [/[^a-z0-9]+/g, ' '],
  [/zh/g, 'l'],
  [/ph/g, 'f'],
  [/t?ch|sh|c(?=[eiy])/g, 's'],
  [/ck|[cqg]/g, 'k'],
  [/x/g, 'ks'],
  [/ny(?![aeiou])/g, 'n'],
  [/(?<=[bdfjklmnprstvwz])h/g, ''],
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

/** A Latin text as its loose sound: `raat`, `rath` and `rat` are one. */
export const soundOf = (latin: string): string =>
  ALIKE.reduce((soFar, [from, to]) => soFar.replace(from, to), latin.toLowerCase()).trim();

/** The sound of a term that someone typed, in whatever script. */
export const searchKey = (text: string): string => soundOf(transliterate(plainText(text)));

// Each name stands between line ends with a space inside, so that LIKE can ask for a whole name, its start, or a word's start.
const lines = (texts: string[]) => ` \n ${[...new Set(texts)].filter(Boolean).join(' \n ')} \n `;

/** What the database keeps of a film's names for the search. */
export function searchColumns({ movieName, movieNameEn }: Names): { searchText: string; searchSound: string } {
  const names = (movieNameEn ? [movieName, movieNameEn] : [movieName]).map(plainText);
  return { searchText: lines(names), searchSound: lines(names.flatMap(transliterations).map(soundOf)) };
}
