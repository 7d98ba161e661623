import type { FilmSubmission } from '#contract/submission.ts';
import { cleanComments } from '#domain/review.ts';
import { parseRunningTime } from '#domain/running-time.ts';
import { searchColumns } from '#domain/search-key.ts';
import { submissionRefusals as text } from '#messages/submission-refusals.ts';
import { AppError } from '../../errors.ts';
import { newMovieKey } from '../catalogue/movie-key.ts';
import type { NewMovie, NewSubmission } from './queries.ts';

/** Spec §9, submission defaults. Chosen: MOVIES until the operator sets another type on acceptance. */
const DEFAULTS = { movieType: 'MOVIES', ticketRate: 0, ageRating: 1, active: 'N' } as const;

const SINGLE_LINE_FIELDS = [
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

/** Removes invisible characters; only the synopsis keeps line breaks. Throws `validation_failed` for an empty field. */
export function toPlainText(film: FilmSubmission): FilmSubmission {
  const clean = { ...film, movieDescription: cleanComments(film.movieDescription) };
  for (const name of SINGLE_LINE_FIELDS) clean[name] = cleanComments(film[name]).replace(/\n+/g, ' ');
  const errors = [...SINGLE_LINE_FIELDS, 'movieDescription' as const]
    .filter((name) => !clean[name])
    .map((path) => ({ path, message: text.unreadable }));
  if (errors.length) throw new AppError('invalid', 'validation_failed', text.unreadable, { errors });
  return clean;
}

export const toMovieColumns = (film: FilmSubmission) => ({
  movieName: film.movieName,
  movieNameEn: film.movieNameEn,
  movieDescription: film.movieDescription,
  primaryLanguage: film.primaryLanguage,
  countryOfProduction: film.countryOfProduction,
  yearProduced: film.yearProduced,
  yearReleased: film.yearReleased,
  runningTime: parseRunningTime(film.runningTime),
  ...searchColumns(film),
});

/** No page shows the film yet: change number 0 keeps it out of every rebuild. */
export const toNewMovie = (film: FilmSubmission): Omit<NewMovie, 'ownerId'> => ({
  ...toMovieColumns(film),
  ...DEFAULTS,
  movieKey: newMovieKey(),
  changeNo: 0,
});

export const toSubmissionColumns = (film: FilmSubmission) =>
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
