import type { FilmSubmission } from '#contract/submission.ts';
import { cleanComments } from '#domain/review.ts';
import { minutesOf } from '#domain/running-time.ts';
import { searchColumns } from '#domain/search-key.ts';
import { submissionRefusals as text } from '#messages/submission-refusals.ts';
import { AppError } from '../../errors.ts';
import { newKey } from '../catalogue/movie-key.ts';
import type { NewMovie, NewSubmission } from './queries.ts';

/** Spec §9, submission defaults. Chosen: a film is taken as a film until who accepts it says that it is a series or a short. */
const DEFAULTS = { movieType: 'MOVIES', ticketRate: 0, ageRating: 1, active: 'N' } as const;

const LINES = [
  'movieName',
  'movieNameEn',
  'countryOfProduction',
  'runningTime',
  'yearProduced',
  'yearReleased',
  'primaryLanguage',
  'website',
  'contactName',
  'contactEmail',
  'contactPhone',
  'contactSignature',
  'contactPlace',
  'contactSignDate',
] as const satisfies (keyof FilmSubmission)[];

/**
 * The film in plain text: nothing invisible that a terminal or a layout would obey, and only the synopsis has lines.
 * Throws `validation_failed` where nothing is left that can be read.
 */
export function inPlainText(film: FilmSubmission): FilmSubmission {
  const clean = { ...film, movieDescription: cleanComments(film.movieDescription) };
  for (const name of LINES) clean[name] = cleanComments(film[name]).replace(/\n+/g, ' ');
  const errors = [...LINES, 'movieDescription' as const]
    .filter((name) => !clean[name])
    .map((path) => ({ path, message: text.unreadable }));
  if (errors.length) throw new AppError('invalid', 'validation_failed', text.unreadable, { errors });
  return clean;
}

/** What the catalogue will know of a film, as its maker says it. */
export const movieOf = (film: FilmSubmission) => ({
  movieName: film.movieName,
  movieNameEn: film.movieNameEn,
  movieDescription: film.movieDescription,
  primaryLanguage: film.primaryLanguage,
  countryOfProduction: film.countryOfProduction,
  yearProduced: film.yearProduced,
  yearReleased: film.yearReleased,
  runningTime: minutesOf(film.runningTime),
  ...searchColumns(film),
});

/** No page ever showed it: with the change number 0 it is in no rebuild's changes, neither as new nor as removed. */
export const newMovieOf = (film: FilmSubmission): Omit<NewMovie, 'ownerId'> => ({
  ...movieOf(film),
  ...DEFAULTS,
  movieKey: newKey(),
  changeNo: 0,
});

/** What stays between the maker and the house. */
export const submissionOf = (film: FilmSubmission) =>
  ({
    runningTime: film.runningTime,
    website: film.website,
    contactName: film.contactName,
    contactEmail: film.contactEmail,
    contactPhone: film.contactPhone,
    contactSignature: film.contactSignature,
    contactPlace: film.contactPlace,
    contactSignDate: film.contactSignDate,
    posterKey: film.posterKey ?? null,
  }) satisfies Partial<NewSubmission>;
