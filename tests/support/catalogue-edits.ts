import { eq, sql } from 'drizzle-orm';
import { MOVIE_TYPES } from '#domain/film.ts';
import { PAGE_NAMES } from '#contract/content.ts';
import { HOUR } from '#domain/limits/durations.ts';
import {
  collections,
  genres,
  languages,
  movieGenres,
  movies,
  removedMovies,
} from '#server/db/schema/catalogue.ts';
import { channels } from '#server/db/schema/producer.ts';
import {
  addCollection,
  changeCollectionFilms,
  setCollectionOrdering,
  removeCollection,
} from '#server/streaming/catalogue/manage/collections.ts';
import {
  addGenre,
  addLanguage,
  renameGenre,
  renameLanguage,
} from '#server/streaming/catalogue/manage/genres-languages.ts';
import { editChannel } from '#server/streaming/channels/actions.ts';
import { editPage } from '#server/streaming/content/manage.ts';
import { aMovieEntry } from './catalogue-file.ts';
import { importIntoCinema, type Edit, pick, REVIEW_EDITS } from './review-edits.ts';
import type { Cinema } from './site-server.ts';

const changeFilm = ({ db }: Cinema, movieId: number, values: Partial<typeof movies.$inferInsert>) =>
  db
    .update(movies)
    .set({ ...values, changeNo: sql`nextval('catalogue_change')` as never })
    .where(eq(movies.movieId, movieId));

const collectionsIn = ({ db }: Cinema) =>
  db.select().from(collections).orderBy(collections.collectionId);
let nameCount = 0;

const FILM_EDITS: Record<string, Edit> = {
  rename: (cinema, { movieId }, random) =>
    changeFilm(cinema, movieId, {
      movieName: ['காற்று & மழை', 'A <b>bold</b> one', 'Ünder', '???', 'Quiet'][random % 5]!,
    }),
  price: (cinema, { movieId }, random) =>
    changeFilm(cinema, movieId, { ticketRate: 100 * (random + 1) }),
  withdraw: (cinema, { movieId }) => changeFilm(cinema, movieId, { active: 'N' }),
  restore: (cinema, { movieId }) => changeFilm(cinema, movieId, { active: 'Y' }),
  trailer: (cinema, { movieId }, random) =>
    changeFilm(cinema, movieId, {
      trailorUrl: random % 2 ? '/media/video/abc.mp4' : null,
      banner: '/media/images/x/banner-1080.webp',
    }),
  setStreamingDate: (cinema, { movieId }, random) =>
    changeFilm(cinema, movieId, {
      streamingStartDate: new Date(cinema.clock.now().getTime() + (random % 48) * HOUR),
    }),
  add: (cinema, _, random) => cinema.aShownFilm({ movieType: MOVIE_TYPES[random % 3]! }),
  async remove({ db }, { movieId, movieKey }) {
    await db.delete(movieGenres).where(eq(movieGenres.movieId, movieId));
    await db.delete(movies).where(eq(movies.movieId, movieId));
    await db.insert(removedMovies).values({ movieKey }).onConflictDoNothing();
  },
  import: (cinema, _, random) =>
    importIntoCinema(cinema, {
      movies: [
        aMovieEntry(1, {
          cast: [{ actorName: `Player ${random}`, actorRole: 'Director' }],
          genres: random % 2 ? ['Drama', 'Crime'] : ['Crime'],
        }),
      ],
    }),
};

const SITE_EDITS: Record<string, Edit> = {
  addGenre: ({ deps }, _, random) => addGenre(deps, `Genre ${++nameCount}`, random),
  async renameGenre({ deps, db }, _, random) {
    const { genreName } = pick(await db.select().from(genres).orderBy(genres.genreId), random)!;
    await renameGenre(deps, genreName, `Genre ${++nameCount}`);
  },
  addLanguage: ({ deps }) => addLanguage(deps, `Language ${++nameCount}`),
  async renameLanguage({ deps, db }, _, random) {
    const { languageName } = pick(
      await db.select().from(languages).orderBy(languages.languageId),
      random,
    )!;
    await renameLanguage(deps, languageName, `Language ${++nameCount}`);
  },
  addCollection: ({ deps }, { movieKey }, random) =>
    addCollection(deps, `Evenings ${++nameCount}`, random, [movieKey]),
  async orderCollection(cinema, _, random) {
    const found = pick(await collectionsIn(cinema), random);
    if (found) await setCollectionOrdering(cinema.deps, found.name, 100 - random);
  },
  async changeCollection(cinema, { movieKey }, random) {
    const found = pick(await collectionsIn(cinema), random);
    if (found)
      await changeCollectionFilms(
        cinema.deps,
        found.name,
        random % 3 ? { add: [movieKey] } : { set: [] },
      );
  },
  async removeCollection(cinema, _, random) {
    const found = pick(await collectionsIn(cinema), random);
    if (found) await removeCollection(cinema.deps, found.name);
  },
  editPage: ({ deps }, _, random) =>
    editPage(deps, pick([...PAGE_NAMES], random)!, `<p>Edition ${++nameCount}</p>`),
  async renameChannel({ deps, db }, _, random) {
    const channel = pick(await db.select().from(channels), random);
    if (channel)
      await editChannel(deps, String(channel.channelId), { channelName: `Channel ${++nameCount}` });
  },
  wait: async ({ clock }, _, random) => clock.advance((random % 30) * HOUR),
};

/** All edits that may change a page between two rebuilds. */
export const EDITS: Record<string, Edit> = { ...FILM_EDITS, ...REVIEW_EDITS, ...SITE_EDITS };

export interface EditStep {
  edit: string;
  filmIndex: number;
  random: number;
}

export async function applyEdits(cinema: Cinema, steps: EditStep[]): Promise<void> {
  for (const { edit: name, filmIndex, random } of steps) {
    const films = await cinema.db.select().from(movies).orderBy(movies.movieId);
    await EDITS[name]!(cinema, films[filmIndex % films.length]!, random);
  }
}
