import { randomUUID } from 'node:crypto';
import type { FilmSubmission } from '#contract/submission.ts';
import { WAITING_FILMS_MAX } from '#domain/limits/submission.ts';
import { submissionRefusals as text } from '#messages/submission-refusals.ts';
import type { Db } from '../../db/database.ts';
import type { Deps, Viewer } from '../../deps.ts';
import { AppError, fieldError, throwError } from '../../errors.ts';
import { useNetworkLimits } from '../../network-limits.ts';
import { perHour } from '../../rate-limits.ts';
import { findSubmissionStage, genresOf } from '../catalogue/manage/queries.ts';
import { claimFee } from './fees/claim-fee.ts';
import { toMovieColumns, toNewMovie, toSubmissionColumns } from './film-columns.ts';
import {
  changeMovieRow,
  changeSubmission,
  countGenres,
  countUnpaidWaiting,
  type Draft,
  findGenreLink,
  lockSubmissionsOf,
  insertMovie,
  insertStep,
  insertSubmission,
  lockSubmissionByDraft,
  lockSubmission,
  type GenreLink,
  replaceGenres,
  saveGenreLink,
  listSteps,
  type SubmissionRow,
  listOwnSubmissions,
} from './queries.ts';
import { findProfileAddress, validAddress } from './mails/address.ts';
import { isPosterOf } from './posters/queries.ts';
import { toSubmission } from './wire.ts';

/** Calls with a film, also repeated ones. */
const SUBMISSION_LIMIT = perHour('submissions', 30, text.tooManyFilms);
const NETWORK_LIMIT = perHour('submissions_address', 60, text.tooManyFilmsFromNetwork);

/**
 * Stores a film, hidden from the catalogue, with genres, fee and first step, in one transaction. A
 * repeated draft updates the same film until its review begins; afterwards nothing changes. Throws
 * genre_not_found, poster_not_found, fee_not_paid, fee_used, price_changed, too_many_requests,
 * submissions_waiting.
 */
export async function submitFilm(
  deps: Deps,
  { userId, ip }: Viewer & { ip: string },
  film: FilmSubmission,
): Promise<{ movieId: number; isNew: boolean }> {
  await deps.limits.use(SUBMISSION_LIMIT, String(userId));
  await useNetworkLimits(deps, NETWORK_LIMIT, ip);
  // Chosen: without a draft key each request is a new film.
  const draft = { userId, draftKey: film.draftKey ?? randomUUID() };
  return deps.db.transaction(async (tx) => {
    await lockSubmissionsOf(tx, userId);
    const before = await lockSubmissionByDraft(tx, draft);
    if (before && !(await isReceived(tx, before.movieId)))
      return { movieId: before.movieId, isNew: false };
    await checkReferences(tx, userId, film);
    const movieId = before
      ? await resubmitFilm(tx, { submissionRow: before, userId, film })
      : await addFilm({ tx, draft, film, now: deps.now() });
    if (film.genres.length) await replaceGenres(tx, movieId, [...new Set(film.genres)]);
    return { movieId, isNew: !before };
  });
}

async function addFilm({
  tx,
  draft,
  film,
  now,
}: {
  tx: Db;
  draft: Draft;
  film: FilmSubmission;
  now: Date;
}) {
  const feeId = await claimFee(tx, { userId: draft.userId, feeClaim: film });
  if (feeId === null) await refuseBeyondWaiting(tx, draft.userId);
  const movieId = await insertMovie(tx, {
    ...toNewMovie(film),
    ownerId: draft.userId,
    createdOn: now,
  });
  await insertSubmission(tx, {
    ...toSubmissionColumns(film),
    ...draft,
    movieId,
    feeId,
    submittedAt: now,
  });
  await insertStep({ tx, movieId, stage: 'received', at: now });
  return movieId;
}

/** Chosen: a film with a paid fee is always accepted, because the fee bounds the number. */
async function refuseBeyondWaiting(tx: Db, userId: number): Promise<void> {
  if ((await countUnpaidWaiting(tx, userId)) >= WAITING_FILMS_MAX)
    throw new AppError('submissions_waiting', [WAITING_FILMS_MAX]);
}

/** Chosen: a paid fee stays with its film, even if the draft is sent again without the fee. */
async function resubmitFilm(
  tx: Db,
  {
    submissionRow: { movieId, feeId },
    userId,
    film,
  }: { submissionRow: SubmissionRow; userId: number; film: FilmSubmission },
) {
  const paidFeeId = await claimFee(tx, { userId, feeClaim: film, resubmittedMovieId: movieId });
  await changeMovieRow(tx, movieId, toMovieColumns(film));
  await changeSubmission(tx, movieId, { ...toSubmissionColumns(film), feeId: paidFeeId ?? feeId });
  return movieId;
}

async function checkReferences(
  tx: Db,
  userId: number,
  { genres, posterKey }: FilmSubmission,
): Promise<void> {
  const genreIds = [...new Set(genres)];
  if (genreIds.length && (await countGenres(tx, genreIds)) < genreIds.length)
    throw genreNotFound('genres');
  if (posterKey && !(await isPosterOf(tx, userId, posterKey)))
    throw fieldError('posterKey', 'poster_key_unknown');
}

const isReceived = async (tx: Db, movieId: number) =>
  (await findSubmissionStage(tx, movieId)) === 'received';

/**
 * A repeated request succeeds even during the review. Throws movie_not_found, genre_not_found,
 * submission_reviewed.
 */
export async function linkGenre(
  { db }: Deps,
  { viewer: { userId }, movieId, genre }: { viewer: Viewer; movieId: number; genre: GenreLink },
) {
  await db.transaction(async (tx) => {
    const submission = await lockSubmission(tx, movieId);
    if (submission?.userId !== userId) throw new AppError('submitted_movie_not_found');
    const existing = await findGenreLink(tx, movieId, genre.genreId);
    if (existing?.active === genre.active && existing.ordering === genre.ordering) return;
    if (!(await isReceived(tx, movieId))) throw new AppError('submission_reviewed');
    if ((await countGenres(tx, [genre.genreId])) === 0) throw genreNotFound('genreId');
    await saveGenreLink(tx, movieId, genre);
  });
  return { movieId, ...genre };
}

const genreNotFound = (path: string) => fieldError(path, 'genre_not_found');

export async function readSubmissions({ db }: Deps, { userId }: Viewer) {
  const films = await listOwnSubmissions(db, userId);
  const ids = films.map(({ movie }) => movie.movieId);
  const steps = Map.groupBy(await listSteps(db, ids), ({ movieId }) => movieId);
  const genres = await genresOf(db, ids);
  const profileAddress = await findProfileAddress(db, userId);
  return {
    content: films.map((film) => {
      const { movieId } = film.movie;
      const stepsOfFilm =
        steps.get(movieId) ?? throwError(new Error('a submission without a step'));
      const mailAddress = validAddress(film.submission.contactEmail, profileAddress);
      return { ...toSubmission(film, stepsOfFilm, genres.get(movieId) ?? []), mailAddress };
    }),
  };
}
