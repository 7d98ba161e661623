import { FilmDetails, type FilmSubmission } from '#contract/submission.ts';
import { parseRunningTime } from '#domain/running-time.ts';
import { searchColumns } from '#domain/search-key.ts';
import { newMovieKey } from '../catalogue/movie-key.ts';
import type { NewMovie, NewSubmission } from './queries.ts';

/**
 * Spec §9, submission defaults. Chosen: MOVIES until the operator sets another type on acceptance.
 */
const DEFAULTS = { movieType: 'MOVIES', ticketRate: 0, ageRating: 1, active: 'N' } as const;

/** The film has columns of the same names. */
const SameColumns = FilmDetails.omit({ website: true, runningTime: true });

export const toMovieColumns = (film: FilmSubmission) => ({
  ...SameColumns.parse(film),
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
