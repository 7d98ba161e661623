import { canBeShown } from '#domain/film.ts';
import { toPaise } from '#domain/pricing.ts';
import { searchColumns } from '#domain/search-key.ts';
import type { Db } from '../../../db/database.ts';
import type { PackagedFilm } from '../../../ports/media/package-files.ts';
import type { MediaStore } from '../../../ports/media/store.ts';
import { newKey } from '../movie-key.ts';
import { RowError } from './errors.ts';
import { mediaOf, type MediaFiles, isKept } from './media.ts';
import { momentOf } from './moment.ts';
import { type FilmToSave, type KnownMovie, knownMovies, removedKeys, saveMovies } from './queries.ts';
import { MovieRow } from './rows.ts';
import type { Ready, Run, Section } from './section.ts';

interface Media {
  poster: string | null;
  banner: string | null;
  trailer: string | null;
  teaser: string | null;
  actorImages: (string | null)[];
  film: PackagedFilm | null;
}

interface Film {
  row: MovieRow;
  known: KnownMovie | undefined;
  media: Media;
}

export async function movieSection(run: Run): Promise<Section<MovieRow, Film>> {
  const known = new Map((await knownMovies(run.db)).map((movie) => [movie.ref, movie]));
  const removed = await removedKeys(run.db);
  const files = mediaOf(run);
  return {
    name: 'movies',
    schema: MovieRow,
    refOf: (row) => row.ref,
    known: new Map([...known].map(([ref, { digest }]) => [ref, digest])),
    prepare: async (row) => {
      checkKey(row, known.get(row.ref), removed);
      return { row, known: known.get(row.ref), media: await keepMedia(files, row) };
    },
    heldBackFor: (film) =>
      film.row.active === 'Y' && !isReady(film, run) ? 'it has a day to stream and no package to play' : null,
    contentOf: ({ media: { film, ...addresses } }) => ({ ...addresses, film: film?.packageKey ?? null }),
    save: (tx, films) => save(tx, films, run),
  };
}

/**
 * Whether the film may be on show. Chosen: a package that a command attached counts, and stays if the row names none. A film on show
 * with a day to stream stays there, because only a row with `active: N` may return its tickets; checkout refuses it until it has a
 * package. Without a day it has no ticket.
 */
const isReady = ({ row, known, media }: Film, { now }: Run) =>
  (known?.active === 'Y' && known.streamingStartDate !== null) ||
  canBeShown({
    movieType: row.movieType,
    streamingStartDate: row.streamingStartDate ? momentOf(row.streamingStartDate, known?.createdOn ?? now) : null,
    hasPackage: Boolean(media.film ?? known?.packageId),
  });

/** A key stands in addresses that people keep: a film never changes its own, and nobody takes one over. */
function checkKey({ movieKey }: MovieRow, known: KnownMovie | undefined, removed: Set<string>) {
  if (!movieKey) return;
  if (known && known.movieKey !== movieKey)
    throw new RowError(`movieKey cannot change; it is ${known.movieKey}`, 'movieKey cannot change', movieKey);
  if (removed.has(movieKey))
    throw new RowError(
      `movieKey ${movieKey} belonged to a film that was removed`,
      'movieKey belonged to a film that was removed',
      movieKey,
    );
}

async function keepMedia(files: MediaFiles, row: MovieRow): Promise<Media> {
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

async function save(tx: Db, films: Ready<Film>[], run: Run) {
  const rows: FilmToSave[] = [];
  for (const { value, digest } of films) rows.push(await toFilm(value, digest, run));
  await saveMovies(tx, rows);
}

async function toFilm(given: Film, importDigest: string, run: Run): Promise<FilmToSave> {
  const { row, known, media } = given;
  const { now, store } = run;
  // "-30d" counts from the film's first import: a row that changes later keeps its dates.
  const createdOn = known?.createdOn ?? now;
  const instant = (text: string | null) => text && momentOf(text, createdOn);
  const { poster, banner, trailer, teaser, actorImages, film } = media;
  return {
    values: {
      movieKey: known?.movieKey ?? row.movieKey ?? newKey(),
      movieName: row.movieName,
      movieNameEn: row.movieNameEn,
      movieDescription: row.movieDescriptionEn ?? row.movieDescription ?? '',
      movieDescriptionOwn: row.movieDescriptionEn && row.movieDescription,
      poster,
      banner,
      posterGel: await gelOf(store, 'poster', poster),
      bannerGel: await gelOf(store, 'banner', banner),
      primaryLanguage: row.primaryLanguage,
      countryOfProduction: row.countryOfProduction,
      yearProduced: row.yearProduced,
      yearReleased: row.yearReleased,
      releaseDate: instant(row.releaseDate) || null,
      runningTime: row.runningTime,
      ageRating: row.ageRating,
      active: isReady(given, run) ? row.active : 'N',
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

const gelOf = async (store: MediaStore, kind: 'poster' | 'banner', address: string | null) =>
  address && isKept(address) ? store.gelOf(kind, address) : null;
