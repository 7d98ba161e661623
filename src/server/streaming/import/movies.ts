import { canBeShown } from '#domain/film.ts';
import { toPaise } from '#domain/pricing.ts';
import { searchColumns } from '#domain/search-key.ts';
import type { MediaStore } from '../../ports/media/store.ts';
import { newMovieKey } from '../catalogue/movie-key.ts';
import { RowError } from './errors.ts';
import { createCatalogueNames } from './names.ts';
import { openMediaFiles, type MediaFiles, isStoredFile } from './media.ts';
import { parseImportDate } from './date.ts';
import {
  type FilmToSave,
  type ExistingMovie,
  existingMovies,
  existingNames,
  removedKeys,
  saveMovies,
} from './queries.ts';
import { IMPORTED_FACTS, MovieRow } from './rows.ts';
import type { Run, Section } from './section.ts';

type Media = Awaited<ReturnType<typeof storeMedia>>;

interface Film {
  row: MovieRow;
  existing: ExistingMovie | undefined;
  media: Media;
}

export async function movieSection(run: Run): Promise<Section<MovieRow, Film>> {
  const existing = new Map((await existingMovies(run.db)).map((movie) => [movie.ref, movie]));
  const removed = await removedKeys(run.db);
  const mediaFiles = openMediaFiles(run);
  const names = createCatalogueNames(await existingNames(run.db), {
    mayCreate: run.mayCreateNames,
  });
  return {
    name: 'movies',
    schema: MovieRow,
    refOf: (row) => row.ref,
    existing: new Map([...existing].map(([ref, { digest }]) => [ref, digest])),
    prepare: async (row) => {
      checkKey(row, existing.get(row.ref), removed);
      return { row, existing: existing.get(row.ref), media: await storeMedia(mediaFiles, row) };
    },
    heldBackFor: (film) =>
      film.row.active === 'Y' && !canShow(film, run)
        ? 'it has a streaming date but no package'
        : null,
    contentOf: ({ media: { film, ...addresses } }) => ({
      ...addresses,
      film: film?.packageKey ?? null,
    }),
    resolveBeforeSave: (film) => ({ ...film, row: { ...film.row, ...names.resolve(film.row) } }),
    save: async (tx, films) => {
      const rows: FilmToSave[] = [];
      for (const { value, digest } of films) rows.push(await toFilm(value, digest, run));
      await saveMovies(tx, rows);
    },
    onEnd: ({ newNames }) => void newNames.push(...names.newNames()),
  };
}

/**
 * Chosen: a package attached by a command counts. A shown film with a streaming date stays shown,
 * because only `active: N` may cause refunds of its tickets; checkout rejects it until it has a
 * package.
 */
const canShow = ({ row, existing, media }: Film, { now }: Run) =>
  (existing?.active === 'Y' && existing.streamingStartDate !== null) ||
  canBeShown({
    movieType: row.movieType,
    streamingStartDate: row.streamingStartDate
      ? parseImportDate(row.streamingStartDate, existing?.createdOn ?? now)
      : null,
    hasPackage: Boolean(media.film ?? existing?.packageId),
  });

/** Keys are part of public addresses: a film keeps its key, and no other film may take it. */
function checkKey(
  { movieKey }: MovieRow,
  existing: ExistingMovie | undefined,
  removed: Set<string>,
) {
  if (!movieKey) return;
  if (existing && existing.movieKey !== movieKey)
    throw new RowError(
      `movieKey cannot change; it is ${existing.movieKey}`,
      'movieKey cannot change',
      movieKey,
    );
  if (removed.has(movieKey))
    throw new RowError(
      `movieKey ${movieKey} belonged to a film that was removed`,
      'movieKey belonged to a film that was removed',
      movieKey,
    );
}

async function storeMedia(files: MediaFiles, row: MovieRow) {
  const actorImages = [];
  for (const actor of row.cast ?? []) actorImages.push(await files.picture('cast', actor.image));
  return {
    poster: await files.picture('poster', row.poster),
    banner: await files.picture('banner', row.banner),
    trailer: await files.video(row.trailer),
    teaser: await files.video(row.teaser),
    film: await files.film(row.package),
    actorImages,
  };
}

async function toFilm(preparedFilm: Film, importDigest: string, run: Run): Promise<FilmToSave> {
  const { row, existing, media } = preparedFilm;
  const { now, store } = run;
  // Relative dates count from the first import, so later changes of the row do not move them.
  const createdOn = existing?.createdOn ?? now;
  const instant = (text: string | null) => text && parseImportDate(text, createdOn);
  const { poster, banner, trailer, teaser, actorImages, film } = media;
  return {
    values: {
      movieKey: existing?.movieKey ?? row.movieKey ?? newMovieKey(),
      movieName: row.movieName,
      movieNameEn: row.movieNameEn,
      movieDescription: row.movieDescriptionEn ?? row.movieDescription ?? '',
      movieDescriptionOwn: row.movieDescriptionEn && row.movieDescription,
      poster,
      banner,
      posterGel: await colourOf(store, 'poster', poster),
      bannerGel: await colourOf(store, 'banner', banner),
      primaryLanguage: row.primaryLanguage,
      ...factsOf(row),
      releaseDate: instant(row.releaseDate) || null,
      active: canShow(preparedFilm, run) ? row.active : 'N',
      movieType: row.movieType,
      streamingStartDate: instant(row.streamingStartDate) || null,
      ticketRate: toPaise(row.ticketRate),
      teaserUrl: teaser,
      trailorUrl: trailer,
      ...searchColumns(row),
      importRef: row.ref,
      importDigest,
      createdOn,
    },
    genres: row.genres ?? [],
    cast: (row.cast ?? []).map(({ actorName, actorRole }, index) => ({
      actorName,
      actorRole,
      actorImage: actorImages[index] ?? null,
    })),
    film,
  };
}

const factsOf = (row: MovieRow) =>
  Object.fromEntries(IMPORTED_FACTS.map((name) => [name, row[name]])) as Pick<
    MovieRow,
    (typeof IMPORTED_FACTS)[number]
  >;

const colourOf = async (store: MediaStore, kind: 'poster' | 'banner', address: string | null) =>
  address && isStoredFile(address) ? store.placeholderColour(kind, address) : null;
