import type { MovieType } from '#domain/film.ts';
import type { SubmissionStage } from '#domain/submission-tracker.ts';
import { canBeShown } from '#domain/film.ts';
import { toPaise, type Rupees } from '#domain/pricing.ts';
import type { Db } from '../../../db/database.ts';
import type { Deps } from '../../../deps.ts';
import { AppError, throwError } from '../../../errors.ts';
import { type KeysetPage, type KeysetQuery, readKeysetPage } from '../../../keyset-page.ts';
import { openPosterStorage } from '../../../ports/media/poster-storage.ts';
import { type MediaStore, openMediaStore } from '../../../ports/media/store.ts';
import {
  changeFilm,
  findOrInsertPackage,
  findSubmissionStage,
  genresOf,
  insertLanguage,
} from '../../catalogue/manage/queries.ts';
import {
  listAllSubmissions,
  changeMovieRow,
  findSubmission,
  insertStep,
  lockSubmission,
  type NewMovie,
  listSteps,
  type SubmissionRow,
  type SubmittedFilm,
} from '../queries.ts';
import { addToChannel } from './queries.ts';

/** The operator's decisions for an accepted film; an absent field stays unchanged. */
interface AcceptanceTerms {
  /** Rupees before GST. */
  price?: Rupees | undefined;
  /** The streaming date. A film with a package is then shown. */
  date?: Date | undefined;
  ageRating?: number | undefined;
  minutes?: number | undefined;
  type?: MovieType | undefined;
  channel?: string | undefined;
  packageFolder?: string | undefined;
  note?: string | undefined;
}

export const listSubmissions = (
  { db }: Deps,
  { after, limit }: KeysetQuery,
): Promise<KeysetPage<SubmittedFilm>> =>
  readKeysetPage(
    limit,
    (count) => listAllSubmissions(db, after, count),
    ({ movie }) => movie.movieId,
  );

export async function readSubmission({ db, config }: Deps, movieId: number) {
  const film = (await findSubmission(db, movieId)) ?? throwError(notFound());
  const { posterKey } = film.submission;
  return {
    ...film,
    steps: await listSteps(db, [movieId]),
    genres: (await genresOf(db, [movieId])).get(movieId) ?? [],
    posterFile: posterKey && openPosterStorage(config.mediaDir).pathOf(posterKey),
  };
}

/** After this step the maker cannot change the film. Throws movie_not_found, submission_moved. */
export const beginReview = (deps: Deps, movieId: number): Promise<void> =>
  changeStage(deps, {
    movieId,
    from: ['received', 'in_review'],
    work: (tx) => insertStep({ tx, movieId, stage: 'in_review', at: deps.now() }),
  });

/**
 * Chosen: final; the maker may submit the film again as a new one. Throws movie_not_found,
 * submission_moved.
 */
export const declineSubmission = (deps: Deps, movieId: number, reason: string): Promise<void> =>
  changeStage(deps, {
    movieId,
    from: ['received', 'in_review'],
    work: (tx) => insertStep({ tx, movieId, stage: 'declined', at: deps.now(), note: reason }),
  });

/**
 * Accepts a film, or changes the terms of an accepted one. Copies its poster to the media. Terms
 * with a date show the film if it has a package. One transaction, except the poster's files, which
 * a repetition overwrites with the same content. Throws movie_not_found, submission_moved,
 * poster_changed, no_price, no_maker, MediaError.
 */
export async function acceptSubmission(
  deps: Deps,
  movieId: number,
  terms: AcceptanceTerms,
  store: MediaStore = openMediaStore(deps.config.mediaDir),
): Promise<void> {
  const { movie, submission } = (await findSubmission(deps.db, movieId)) ?? throwError(notFound());
  const posterColumns =
    submission.posterKey && !movie.poster
      ? await copyPosterToMedia(deps, store, submission.posterKey)
      : {};
  const film = terms.packageFolder ? await store.storePackage(terms.packageFolder) : null;
  await changeStage(deps, {
    movieId,
    from: ['received', 'in_review', 'accepted', 'scheduled', 'streaming'],
    work: async (tx, locked) => {
      if (locked.posterKey !== submission.posterKey) throw new AppError('poster_changed');
      if (terms.date && terms.price === undefined && !movie.streamingStartDate)
        throw new AppError('no_price');
      // The update locks the film, so `active` is current from here on.
      const changed = await changeMovieRow(tx, movieId, {
        ...posterColumns,
        ...toColumns(terms),
        packageId: film ? await findOrInsertPackage(tx, film) : undefined,
      });
      if (terms.channel)
        await addToChannel({
          tx,
          movieId,
          ownerId: locked.userId ?? throwError(noMaker()),
          channelName: terms.channel,
        });
      await insertStep({
        tx,
        movieId,
        stage: 'accepted',
        at: deps.now(),
        note: terms.note ?? null,
      });
      if (!terms.date && changed.active !== 'Y') return;
      if (
        changed.active !== 'Y' &&
        !canBeShown({ ...changed, hasPackage: changed.packageId !== null })
      )
        return;
      await insertLanguage(tx, movie.primaryLanguage);
      await changeFilm(tx, movieId, { active: 'Y' });
    },
  });
}

async function copyPosterToMedia(
  { config }: Deps,
  store: MediaStore,
  posterKey: string,
): Promise<Partial<NewMovie>> {
  const poster = await store.storePicture(
    'poster',
    openPosterStorage(config.mediaDir).pathOf(posterKey),
  );
  return { poster, posterGel: await store.placeholderColour('poster', poster) };
}

// Chosen: the streaming date is also the release date until an import sets another.
const toColumns = ({
  price,
  date,
  ageRating,
  minutes,
  type,
}: AcceptanceTerms): Partial<NewMovie> => ({
  ticketRate: price === undefined ? undefined : toPaise(price),
  streamingStartDate: date,
  releaseDate: date,
  ageRating,
  runningTime: minutes,
  movieType: type,
});

/**
 * Runs `work` under the submission's lock. Throws submission_moved unless the film is in one of the
 * `from` stages.
 */
const changeStage = (
  { db }: Deps,
  {
    movieId,
    from,
    work,
  }: {
    movieId: number;
    from: SubmissionStage[];
    work: (tx: Db, submission: SubmissionRow) => Promise<unknown>;
  },
): Promise<void> =>
  db.transaction(async (tx) => {
    const submission = (await lockSubmission(tx, movieId)) ?? throwError(notFound());
    const stage = (await findSubmissionStage(tx, movieId))!;
    if (!from.includes(stage)) throw new AppError('submission_moved', [stage]);
    await work(tx, submission);
  });

const notFound = () => new AppError('submitted_movie_not_found');
const noMaker = () => new AppError('no_maker');
