import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

const LANGUAGES = ['Tamil', 'Hindi', 'Malayalam', 'Bengali', 'English'];
const GENRES = [
  'Drama',
  'Comedy',
  'Thriller',
  'Romance',
  'Music',
  'Family',
  'Fantasy',
  'Crime',
  'History',
];

export interface MovieEntry {
  ref: string;
  movieName: string;
  [field: string]: unknown;
}

export const aMovieEntry = (number = 1, fields: Record<string, unknown> = {}): MovieEntry => ({
  ref: `film-${number}`,
  movieName: `படம் ${number}`,
  movieNameEn: `Film ${number}`,
  movieType: 'MOVIES',
  primaryLanguage: LANGUAGES[number % LANGUAGES.length],
  movieDescription: `இது படம் எண் ${number}.`,
  movieDescriptionEn: `Film number ${number}. `.repeat(12).trim(),
  runningTime: 90 + (number % 60),
  ageRating: 13,
  yearReleased: 2026,
  countryOfProduction: 'India',
  ticketRate: 99 + (number % 5) * 10,
  releaseDate: `-${number % 300}d`,
  streamingStartDate: number % 4 ? `-${number % 300}d` : `+${(number % 60) + 1}d`,
  genres: [GENRES[number % GENRES.length], GENRES[(number + 4) % GENRES.length]],
  cast: Array.from({ length: 6 }, (_, index) => ({
    actorName: `Player ${number}.${index}`,
    actorRole: index ? `Part ${index}` : 'Director',
  })),
  ...fields,
});

export const movieEntries = (count: number): MovieEntry[] =>
  Array.from({ length: count }, (_, index) => aMovieEntry(index + 1));

export function writeCatalogue(
  folder: string,
  catalogue: unknown,
  name = 'catalogue.json',
): string {
  const file = join(folder, name);
  writeFileSync(file, typeof catalogue === 'string' ? catalogue : JSON.stringify(catalogue));
  return file;
}
