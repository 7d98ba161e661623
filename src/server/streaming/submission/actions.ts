import { randomUUID } from 'node:crypto';
import type { FilmSubmission } from '#contract/submission.ts';
import { submissionRefusals as text } from '#messages/submission-refusals.ts';
import type { Db } from '../../db/database.ts';
import type { Deps, Viewer } from '../../deps.ts';
import { AppError, raise } from '../../errors.ts';
import type { Limit } from '../../rate-limits.ts';
import { useFee } from './fees/use-fee.ts';
import { inPlainText, movieOf, newMovieOf, submissionOf } from './film.ts';
import {
  changeMovie,
  changeSubmission,
  countGenres,
  type Draft,
  findGenre,
  genreNamesOf,
  holdDraft,
  insertMovie,
  insertStep,
  insertSubmission,
  lockByDraft,
  lockSubmission,
  type NewGenre,
  ownsPoster,
  replaceGenres,
  saveGenre,
  stageOf,
  stepsOf,
  type SubmissionRow,
  submissionsOf,
} from './queries.ts';
import { toSubmission } from './wire.ts';

/** More than anybody means; a press that was repeated counts too. */
const LIMIT: Limit = { name: 'submissions', points: 30, seconds: 3600, message: text.tooManyFilms };

/**
 * Takes a film in, kept back and the maker's own, with its genres, its fee and its first step; all or nothing. The same draft
 * again, however often and however close, is the same film: its words are taken over while nobody has begun to look at it,
 * and from then on the first answer stands.
 * Throws validation_failed, genre_not_found, poster_not_found, fee_not_paid, fee_used, price_changed, too_many_requests.
 */
export async function submitFilm(
  deps: Deps,
  { userId }: Viewer,
  given: FilmSubmission,
): Promise<{ movieId: number; isNew: boolean }> {
  const film = inPlainText(given);
  await deps.limits.use(LIMIT, String(userId));
  // Chosen: without a draft's key every sending is a film of its own.
  const draft = { userId, draftKey: film.draftKey ?? randomUUID() };
  return deps.db.transaction(async (tx) => {
    await holdDraft(tx, draft);
    const before = await lockByDraft(tx, draft);
    if (before && !(await isReceived(tx, before.movieId))) return { movieId: before.movieId, isNew: false };
    await checkParts(tx, userId, film);
    const movieId = before ? await changeFilm(tx, before, userId, film) : await addFilm(tx, draft, film, deps.now());
    if (film.genres.length) await replaceGenres(tx, movieId, [...new Set(film.genres)]);
    return { movieId, isNew: !before };
  });
}

async function addFilm(tx: Db, draft: Draft, film: FilmSubmission, now: Date) {
  const feeId = await useFee(tx, draft.userId, film);
  const movieId = await insertMovie(tx, { ...newMovieOf(film), ownerId: draft.userId, createdOn: now });
  await insertSubmission(tx, { ...submissionOf(film), ...draft, movieId, feeId, submittedAt: now });
  await insertStep(tx, movieId, 'received', now);
  return movieId;
}

/** Chosen: a fee that was paid stays with its film, also where it is sent again without one. */
async function changeFilm(tx: Db, { movieId, feeId }: SubmissionRow, userId: number, film: FilmSubmission) {
  const paid = await useFee(tx, userId, film, movieId);
  await changeMovie(tx, movieId, movieOf(film));
  await changeSubmission(tx, movieId, { ...submissionOf(film), feeId: paid ?? feeId });
  return movieId;
}

async function checkParts(tx: Db, userId: number, { genres, posterKey }: FilmSubmission): Promise<void> {
  const wanted = [...new Set(genres)];
  if (wanted.length && (await countGenres(tx, wanted)) < wanted.length) throw noGenre('genres');
  if (posterKey && !(await ownsPoster(tx, userId, posterKey)))
    throw new AppError('invalid', 'poster_not_found', text.posterNotFound, {
      errors: [{ path: 'posterKey', message: text.posterNotFound }],
    });
}

const isReceived = async (tx: Db, movieId: number) => (await stageOf(tx, movieId)) === 'received';

/**
 * Gives an own submitted film a genre, or changes what was said of it. Once the house looks at the film its genres stand;
 * what is so already is answered all the same, for a browser that sends a second time.
 * Throws movie_not_found (also for another maker's), genre_not_found, submission_reviewed.
 */
export async function linkGenre({ db }: Deps, { userId }: Viewer, movieId: number, genre: NewGenre) {
  await db.transaction(async (tx) => {
    const submission = await lockSubmission(tx, movieId);
    if (submission?.userId !== userId) throw new AppError('not_found', 'movie_not_found', text.movieNotFound);
    const there = await findGenre(tx, movieId, genre.genreId);
    if (there?.active === genre.active && there.ordering === genre.ordering) return;
    if (!(await isReceived(tx, movieId))) throw new AppError('conflict', 'submission_reviewed', text.reviewed);
    if ((await countGenres(tx, [genre.genreId])) === 0) throw noGenre('genreId');
    await saveGenre(tx, movieId, genre);
  });
  return { movieId, ...genre };
}

const noGenre = (path: string) =>
  new AppError('invalid', 'genre_not_found', text.genreNotFound, { errors: [{ path, message: text.genreNotFound }] });

/** The films that the viewer has submitted, newest first, each with the steps of its way. */
export async function readSubmissions({ db }: Deps, { userId }: Viewer) {
  const films = await submissionsOf(db, userId);
  const ids = films.map(({ movie }) => movie.movieId);
  const steps = Map.groupBy(await stepsOf(db, ids), ({ movieId }) => movieId);
  const genres = Map.groupBy(await genreNamesOf(db, ids), ({ movieId }) => movieId);
  return {
    content: films.map((film) => {
      const { movieId } = film.movie;
      const names = (genres.get(movieId) ?? []).map(({ genreName }) => genreName);
      return toSubmission(film, steps.get(movieId) ?? raise(new Error('a submission without a step')), names);
    }),
  };
}
