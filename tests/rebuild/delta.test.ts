import { eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { DAY, HOUR } from '#domain/limits.ts';
import { rateMovies } from '#server/db/ratings.ts';
import {
  collectionMovies,
  collections,
  contentPages,
  genres,
  movieGenres,
  movies,
  removedMovies,
} from '#server/db/schema.ts';
import { aCinema, type Cinema, differences, siteFiles } from '../support/site-house.ts';

vi.setConfig({ testTimeout: 90_000 });

const NEXT = sql`nextval('catalogue_change')`;

type Edit = (cinema: Cinema, film: { movieId: number; movieKey: string }, chance: number) => Promise<unknown>;
const changeFilm = ({ db }: Cinema, movieId: number, values: Partial<typeof movies.$inferInsert>) =>
  db
    .update(movies)
    .set({ ...values, changeNo: NEXT as never })
    .where(eq(movies.movieId, movieId));

/** What may happen to a catalogue between two rebuilds. */
const EDITS: Record<string, Edit> = {
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
  async review(cinema, film, chance) {
    await cinema.aReview(await cinema.aViewer(), film, { rating: 1 + (chance % 5), createdOn: cinema.clock.now() });
    await rateMovies(cinema.db, [film.movieId]);
  },
  async collect({ db }, { movieId }, chance) {
    const [row] = await db
      .insert(collections)
      .values({ name: `Evenings ${chance}` })
      .onConflictDoNothing()
      .returning();
    if (row) await db.insert(collectionMovies).values({ collectionId: row.collectionId, movieId, ordering: 1 });
  },
  genre: ({ db }, _, chance) =>
    db
      .insert(genres)
      .values({ genreName: `Kind ${chance}`, ordering: chance })
      .onConflictDoNothing(),
  page: ({ db }, _, chance) =>
    db
      .update(contentPages)
      .set({ pageContent: `<p>Edition ${chance}</p>` })
      .where(eq(contentPages.name, 'about-us')),
  wait: async ({ clock }, _, chance) => clock.advance((chance % 30) * HOUR),
};

const step = fc.array(
  fc.record({ edit: fc.constantFrom(...Object.keys(EDITS)), which: fc.nat(99), chance: fc.nat(99) }),
  {
    minLength: 1,
    maxLength: 6,
  },
);
const history = fc.array(step, { minLength: 1, maxLength: 2 });

async function apply(cinema: Cinema, edits: { edit: string; which: number; chance: number }[]) {
  for (const { edit, which, chance } of edits) {
    const films = await cinema.db.select().from(movies).orderBy(movies.movieId);
    await EDITS[edit]!(cinema, films[which % films.length]!, chance);
  }
}

test('a site that only followed the changes is the site of a whole build, byte for byte, after any edits', async () => {
  const cinema = await aCinema({ films: 25 });
  // A film whose day comes while nobody looks, and one of the second sitemap.
  await cinema.aShownFilm({
    streamingStartDate: new Date(cinema.clock.now().getTime() + DAY / 2),
    trailorUrl: '/media/video/t.mp4',
  });
  await cinema.aShownFilm({ movieId: 250 });
  await cinema.database.query(`select setval('movies_movie_id_seq', 300)`);
  const followed = cinema.aPlace();
  await followed.rebuild();
  await fc.assert(
    fc.asyncProperty(history, async (steps) => {
      for (const edits of steps) {
        await apply(cinema, edits);
        await followed.rebuild();
      }
      // One more rebuild at the same moment as the whole build beside it.
      cinema.clock.advance(DAY);
      await followed.rebuild();
      const whole = cinema.aPlace();
      await whole.rebuild();
      expect(differences(siteFiles(followed.siteDir), siteFiles(whole.siteDir))).toEqual([]);
    }),
    { numRuns: 3, endOnFailure: true },
  );
}, 180_000);

test('a plain build by Astro draws the same pages, and bundles the same scripts and styles, as the renderer that was kept', async () => {
  const cinema = await aCinema({ films: 6 });
  const place = cinema.aPlace();
  await place.rebuild();
  const plain = await cinema.plainBuild(place.dataDir);
  const ours = siteFiles(place.siteDir);
  const theirs = siteFiles(plain);
  const films = [...ours.keys()].filter((path) => /^films\/.*html$/.test(path));
  expect(films).toHaveLength(6);
  for (const path of films) {
    const key = path.replace(/^.*\/|\.html$/g, '');
    const [address] = [...theirs.keys()].filter((each) => each.endsWith(`/${key}/index.html`));
    expect(ours.get(path), path).toBe(theirs.get(address!));
    ours.delete(path);
    theirs.delete(address!);
  }
  const rest = differences(ours, theirs).filter((path) => !path.endsWith('/.index.json'));
  expect(rest).toEqual([]);
}, 120_000);
