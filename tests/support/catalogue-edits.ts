import { eq, sql } from 'drizzle-orm';
import { PAGE_NAMES } from '#contract/content.ts';
import { HOUR } from '#domain/limits.ts';
import { collections, genres, languages, movieGenres, movies, removedMovies } from '#server/db/schema/catalogue.ts';
import { channels } from '#server/db/schema/producer.ts';
import {
  addCollection,
  changeFilms,
  orderCollection,
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

const collectionsIn = ({ db }: Cinema) => db.select().from(collections).orderBy(collections.collectionId);
let nameCount = 0;

const FILM_EDITS: Record<string, Edit> = {
  rename: (cinema, { movieId }, chance) =>
    changeFilm(cinema, movieId, {
      movieName: ['காற்று & மழை', 'A <b>bold</b> one', 'Ünder', '???', 'Quiet'][chance % 5]!,
    }),
  price: (cinema, { movieId }, chance) => changeFilm(cinema, movieId, { ticketRate: 100 * (chance + 1) }),
  withdraw: (cinema, { movieId }) => changeFilm(cinema, movieId, { active: 'N' }),
  restore: (cinema, { movieId }) => changeFilm(cinema, movieId, { active: 'Y' }),
  trailer: (cinema, { movieId }, chance) =>
    changeFilm(cinema, movieId, {
      trailorUrl: chance % 2 ? '/media/video/abc.mp4' : null,
      banner: '/media/images/x/banner-1080.webp',
    }),
  comes: (cinema, { movieId }, chance) =>
    changeFilm(cinema, movieId, { streamingStartDate: new Date(cinema.clock.now().getTime() + (chance % 48) * HOUR) }),
  add: (cinema, _, chance) => cinema.aShownFilm({ movieType: ['MOVIES', 'SERIES', 'SHORTS'][chance % 3]! }),
  async remove({ db }, { movieId, movieKey }) {
    await db.delete(movieGenres).where(eq(movieGenres.movieId, movieId));
    await db.delete(movies).where(eq(movies.movieId, movieId));
    await db.insert(removedMovies).values({ movieKey }).onConflictDoNothing();
  },
  import: (cinema, _, chance) =>
    importIntoCinema(cinema, {
      movies: [
        aMovieEntry(1, {
          cast: [{ actorName: `Player ${chance}`, actorRole: 'Director' }],
          genres: chance % 2 ? ['Drama', 'Crime'] : ['Crime'],
        }),
      ],
    }),
};

const SITE_EDITS: Record<string, Edit> = {
  genre: ({ deps }, _, chance) => addGenre(deps, `Kind ${++nameCount}`, chance),
  async renameGenre({ deps, db }, _, chance) {
    const { genreName } = pick(await db.select().from(genres).orderBy(genres.genreId), chance)!;
    await renameGenre(deps, genreName, `Kind ${++nameCount}`);
  },
  language: ({ deps }) => addLanguage(deps, `Tongue ${++nameCount}`),
  async renameLanguage({ deps, db }, _, chance) {
    const { languageName } = pick(await db.select().from(languages).orderBy(languages.languageId), chance)!;
    await renameLanguage(deps, languageName, `Tongue ${++nameCount}`);
  },
  collect: ({ deps }, { movieKey }, chance) => addCollection(deps, `Evenings ${++nameCount}`, chance, [movieKey]),
  async orderCollection(cinema, _, chance) {
    const found = pick(await collectionsIn(cinema), chance);
    if (found) await orderCollection(cinema.deps, found.name, 100 - chance);
  },
  async changeCollection(cinema, { movieKey }, chance) {
    const found = pick(await collectionsIn(cinema), chance);
    if (found) await changeFilms(cinema.deps, found.name, chance % 3 ? { add: [movieKey] } : { set: [] });
  },
  async removeCollection(cinema, _, chance) {
    const found = pick(await collectionsIn(cinema), chance);
    if (found) await removeCollection(cinema.deps, found.name);
  },
  page: ({ deps }, _, chance) => editPage(deps, pick([...PAGE_NAMES], chance)!, `<p>Edition ${++nameCount}</p>`),
  async renameChannel({ deps, db }, _, chance) {
    const channel = pick(await db.select().from(channels), chance);
    if (channel) await editChannel(deps, String(channel.channelId), { channelName: `Channel ${++nameCount}` });
  },
  wait: async ({ clock }, _, chance) => clock.advance((chance % 30) * HOUR),
};

/** All edits that may change a page between two rebuilds. */
export const EDITS: Record<string, Edit> = { ...FILM_EDITS, ...REVIEW_EDITS, ...SITE_EDITS };

export interface EditStep {
  edit: string;
  which: number;
  chance: number;
}

export async function applyEdits(cinema: Cinema, steps: EditStep[]): Promise<void> {
  for (const { edit: name, which, chance } of steps) {
    const films = await cinema.db.select().from(movies).orderBy(movies.movieId);
    await EDITS[name]!(cinema, films[which % films.length]!, chance);
  }
}
