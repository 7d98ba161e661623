import { atom } from 'nanostores';
import { z } from 'zod';
import { Rupees } from '#contract/money.ts';
import * as api from '#api/office.ts';
import type { Movie } from '#contract/catalogue.ts';
import type { OperationDescription } from '#contract/office.ts';
import { parseCredit } from '#domain/crew.ts';
import { toWire } from '#domain/dates.ts';
import {
  FILM_COLUMNS,
  FILM_FIELDS,
  type FilmColumn,
  type FilmColumnValue,
  inputOf,
} from '#domain/film-fields.ts';
import { MOVIE_TYPES } from '#domain/film.ts';
import { parseInstant } from '#domain/parse-instant.ts';
import { officeScreenMessages as text } from '#messages/office-screens.ts';
import { officeErrorText } from './action.ts';
import { entriesOf, type FormValues, textOf } from './input.ts';
import { withReauthentication } from './reauthentication.ts';
import { serverNow } from '../server-clock.ts';

const nullableText = z.string().nullable();
const nullableDate = z.coerce.date().nullable();
/** Every film has these texts. */
type Given = 'movieName' | 'primaryLanguage' | 'movieDescription';
const columnShape = Object.fromEntries(
  FILM_COLUMNS.map((name) => [
    name,
    FILM_FIELDS[name].kind === 'wholeNumber' ? z.number().nullable() : nullableText,
  ]),
) as unknown as {
  [Name in FilmColumn]: z.ZodType<FilmColumnValue<Name> | (Name extends Given ? never : null)>;
};
const noColumns = Object.fromEntries(FILM_COLUMNS.map((name) => [name, null])) as {
  [Name in Exclude<FilmColumn, Given>]: null;
};

/** The data of `movie show`. */
const StoredFilm = z.object({
  movieId: z.number(),
  movieKey: z.string(),
  ...columnShape,
  movieType: z.string(),
  releaseDate: nullableDate,
  streamingStartDate: nullableDate,
  avgRating: z.number().nullable(),
  reviews: z.number(),
  ticketRate: Rupees,
  poster: nullableText,
  banner: nullableText,
  trailorUrl: nullableText,
  teaserUrl: nullableText,
  genres: z.array(z.string()),
  cast: z.array(z.object({ actorName: z.string(), actorRole: z.string() })),
});
type StoredFilm = z.infer<typeof StoredFilm>;

/**
 * Chosen: a new film has no start of streaming yet. It is shown as if it streamed now, so that its
 * price is visible.
 */
const newFilm = (): StoredFilm => ({
  movieId: 0,
  movieKey: 'new',
  ...noColumns,
  movieName: text.newFilm,
  movieType: 'MOVIES',
  primaryLanguage: '',
  movieDescription: '',
  releaseDate: null,
  streamingStartDate: new Date(0),
  avgRating: null,
  reviews: 0,
  ticketRate: 0,
  poster: null,
  banner: null,
  trailorUrl: null,
  teaserUrl: null,
  genres: [],
  cast: [],
});

const PREVIEWED = ['add', 'edit', 'price', 'schedule'];
export const hasFilmPreview = ({ noun, verb }: OperationDescription): boolean =>
  noun === 'movie' && PREVIEWED.includes(verb);

/** The film as it is stored. `film` is null while it is unknown. */
export function openStoredFilm() {
  const $state = atom<{ film: StoredFilm | null; error: string }>({ film: null, error: '' });
  let newestObject = '';
  return {
    $state,
    async load(object: string) {
      newestObject = object;
      const state = await fetchFilm(object).then(
        (film) => ({ film, error: '' }),
        (error: unknown) => ({ film: null, error: officeErrorText(error) }),
      );
      if (object === newestObject) $state.set(state);
    },
    showNew: () => $state.set({ film: newFilm(), error: '' }),
  };
}

async function fetchFilm(film: string): Promise<StoredFilm> {
  const reply = await withReauthentication(() =>
    api.runOperation('movie', 'show', { input: { film } }),
  );
  return StoredFilm.parse('data' in reply ? reply.data : null);
}

/** Addresses of chosen pictures. */
interface Pictures {
  poster: string | undefined;
  banner: string | undefined;
}

/**
 * The film as viewers would see it with the typed values. A value that cannot be read leaves the
 * stored one.
 */
export function previewOf(stored: StoredFilm, values: FormValues, pictures: Pictures): Movie {
  const typed = (name: string) => textOf(values, name).trim();
  const type = MOVIE_TYPES.find((each) => each === typed('type'));
  const start =
    typed('moment') === 'never' ? null : (parseTyped(typed('moment')) ?? stored.streamingStartDate);
  const release = parseTyped(typed('release')) ?? stored.releaseDate;
  const genres = typed('genres') ? entriesOf(typed('genres').replaceAll(',', '\n')) : stored.genres;
  const credits = typed('cast') ? entriesOf(typed('cast')).map(parseCredit) : stored.cast;
  const poster = pictures.poster ?? stored.poster;
  const banner = pictures.banner ?? stored.banner;
  return {
    ...stored,
    ...typedColumns(values, stored),
    movieType: type ?? stored.movieType,
    ticketRate: readNumber(typed('price')) ?? readNumber(typed('rupees')) ?? stored.ticketRate,
    streamingStartDate: start && toWire(start),
    releaseDate: release && toWire(release),
    releaseMonth: null,
    moviePoster: poster,
    webMoviePoster: poster,
    thumbnail: poster,
    image: poster,
    webMovieDetail: banner,
    webStreamingNow: banner,
    posterGel: null,
    bannerGel: null,
    overallRank: stored.reviews,
    active: 'Y',
    createdOn: '',
    movieGenres: genres.map((genreName, genreId) => ({
      genre: { genreId, genreName, ordering: genreId },
    })),
    movieActors: credits.map(({ actorName, actorRole = '' }) => ({
      actorRole,
      actor: { actorName, actorImage: null },
    })),
  };
}

const readNumber = (typed: string): number | null =>
  /^\d+(\.\d+)?$/.test(typed) ? Number(typed) : null;

const typedColumns = (values: FormValues, stored: StoredFilm) =>
  Object.fromEntries(
    FILM_COLUMNS.map((name) => {
      const typed = textOf(values, inputOf(name)).trim();
      const value = FILM_FIELDS[name].kind === 'wholeNumber' ? readNumber(typed) : typed || null;
      return [name, value ?? stored[name]];
    }),
  ) as Pick<StoredFilm, FilmColumn>;

const parseTyped = (typed: string): Date | null =>
  typed === 'now' ? serverNow() : parseInstant(typed);
