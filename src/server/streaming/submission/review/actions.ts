import type { SubmissionStage } from '#contract/submission.ts';
import { canBeShown } from '#domain/film.ts';
import { toPaise } from '#domain/pricing.ts';
import { submissionRefusals as text } from '#messages/submission-refusals.ts';
import type { Db } from '../../../db/database.ts';
import type { Deps } from '../../../deps.ts';
import { AppError, raise } from '../../../errors.ts';
import type { PackagedFilm } from '../../../ports/media/package-files.ts';
import { openPosterShelf } from '../../../ports/media/poster-shelf.ts';
import { type MediaStore, openMediaStore } from '../../../ports/media/store.ts';
import { addLanguages, addPackages } from '../../catalogue/import/queries.ts';
import {
  allSubmissions,
  changeMovie,
  findSubmission,
  genreNamesOf,
  insertStep,
  lockSubmission,
  type NewMovie,
  stageOf,
  stepsOf,
  type SubmissionRow,
  type SubmittedFilm,
} from '../queries.ts';
import { publish, putIntoChannel } from './queries.ts';

/** What the house decides of an accepted film; what is not named stays as it is. */
export interface Terms {
  /** Rupees before GST. */
  price?: number | undefined;
  /** From when it streams; with it the film goes on show. */
  date?: Date | undefined;
  ageRating?: number | undefined;
  minutes?: number | undefined;
  type?: string | undefined;
  /** The maker's channel, by its name. */
  channel?: string | undefined;
  /** A folder that `cinema media ingest` made. */
  packageFolder?: string | undefined;
  /** Words for the maker. */
  note?: string | undefined;
}

/** All submitted films, newest first, with the stage that each has reached. */
export async function listSubmissions({ db }: Deps): Promise<(SubmittedFilm & { stage: SubmissionStage })[]> {
  const films = await allSubmissions(db);
  const steps = await stepsOf(
    db,
    films.map(({ movie }) => movie.movieId),
  );
  const stages = new Map(steps.map(({ movieId, stage }) => [movieId, stage as SubmissionStage]));
  return films.map((film) => ({ ...film, stage: stages.get(film.movie.movieId)! }));
}

/** One film with all that its maker wrote, and where its poster lies. Throws movie_not_found. */
export async function readSubmission({ db, config }: Deps, movieId: number) {
  const film = (await findSubmission(db, movieId)) ?? raise(notFound());
  const { posterKey } = film.submission;
  return {
    ...film,
    steps: await stepsOf(db, [movieId]),
    genres: (await genreNamesOf(db, [movieId])).map(({ genreName }) => genreName),
    posterFile: posterKey && openPosterShelf(config.mediaDir).fileOf(posterKey),
  };
}
export type SubmissionSheet = Awaited<ReturnType<typeof readSubmission>>;

/** Begins to look at a film: from now on its maker cannot change it. Throws movie_not_found, submission_moved. */
export const beginReview = (deps: Deps, movieId: number): Promise<void> =>
  moving(deps, movieId, ['received', 'in_review'], (tx) => insertStep(tx, movieId, 'in_review', deps.now()));

/** Chosen: final; whoever wants to try again submits the film anew. Throws movie_not_found, submission_moved. */
export const decline = (deps: Deps, movieId: number, reason: string): Promise<void> =>
  moving(deps, movieId, ['received', 'in_review'], (tx) => insertStep(tx, movieId, 'declined', deps.now(), reason));

/**
 * Accepts a film, or changes the terms of one that is accepted. Its poster becomes a picture of the cinema. With a day and a package
 * the film goes on show. All or nothing, but for the poster's files, which are the same the next time.
 * Throws movie_not_found, submission_moved, poster_changed, no_price, no_maker, MediaError.
 */
export async function accept(
  deps: Deps,
  movieId: number,
  terms: Terms,
  store: MediaStore = openMediaStore(deps.config.mediaDir),
): Promise<void> {
  const { movie, submission } = (await findSubmission(deps.db, movieId)) ?? raise(notFound());
  // One that the film has already, from an import, stays.
  const art = submission.posterKey && !movie.poster ? await artOf(deps, store, submission.posterKey) : {};
  const film = terms.packageFolder ? await store.keepPackage(terms.packageFolder) : null;
  await moving(deps, movieId, ['received', 'in_review', 'accepted', 'scheduled', 'streaming'], async (tx, now) => {
    if (now.posterKey !== submission.posterKey) throw new AppError('conflict', 'poster_changed', text.posterChanged);
    if (terms.date && terms.price === undefined && !movie.streamingStartDate)
      throw new AppError('invalid', 'no_price', text.noPrice);
    // Held from here on: whether it is on show may have changed since it was looked at.
    const changed = await changeMovie(tx, movieId, { ...art, ...columnsOf(terms), ...(await packageOf(tx, film)) });
    if (terms.channel) await putIntoChannel(tx, movieId, now.userId ?? raise(noMaker()), terms.channel);
    await insertStep(tx, movieId, 'accepted', deps.now(), terms.note ?? null);
    if (!terms.date && changed.active !== 'Y') return;
    if (changed.active !== 'Y' && !canBeShown({ ...changed, hasPackage: changed.packageId !== null })) return;
    await addLanguages(tx, [movie.primaryLanguage]);
    await publish(tx, movieId);
  });
}

async function artOf({ config }: Deps, store: MediaStore, posterKey: string): Promise<Partial<NewMovie>> {
  const poster = await store.keepPicture('poster', openPosterShelf(config.mediaDir).fileOf(posterKey));
  return { poster, posterGel: await store.gelOf('poster', poster) };
}

// Chosen: a film's release is its first day here, until an import says otherwise.
const columnsOf = ({ price, date, ageRating, minutes, type }: Terms): Partial<NewMovie> => ({
  ...(price !== undefined && { ticketRate: toPaise(price) }),
  ...(date && { streamingStartDate: date, releaseDate: date }),
  ...(ageRating !== undefined && { ageRating }),
  ...(minutes !== undefined && { runningTime: minutes }),
  ...(type && { movieType: type }),
});

const packageOf = async (tx: Db, film: PackagedFilm | null): Promise<Partial<NewMovie>> =>
  film ? { packageId: (await addPackages(tx, [film])).get(film.packageKey)! } : {};

/** Moves a film on under its lock, from one of these stages. */
const moving = (
  { db }: Deps,
  movieId: number,
  from: SubmissionStage[],
  work: (tx: Db, submission: SubmissionRow) => Promise<unknown>,
): Promise<void> =>
  db.transaction(async (tx) => {
    const submission = (await lockSubmission(tx, movieId)) ?? raise(notFound());
    const stage = await stageOf(tx, movieId);
    if (!from.includes(stage)) throw new AppError('conflict', 'submission_moved', text.notInTime(stage));
    await work(tx, submission);
  });

const notFound = () => new AppError('not_found', 'movie_not_found', text.movieNotFound);
const noMaker = () => new AppError('conflict', 'no_maker', text.notTheirs);
