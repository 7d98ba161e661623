import { rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from '../support/fast-check.ts';
import { expect, test, vi } from 'vitest';
import { DAY } from '#domain/limits/durations.ts';
import { recalculateRatings } from '#server/db/ratings.ts';
import { channels } from '#server/db/schema/producer.ts';
import { applyEdits, EDITS } from '../support/catalogue-edits.ts';
import { aCinema, differingPaths, siteFiles } from '../support/site-server.ts';

vi.setConfig({ testTimeout: 90_000 });

const step = fc.array(
  fc.record({
    edit: fc.constantFrom(...Object.keys(EDITS)),
    filmIndex: fc.nat(99),
    random: fc.nat(99),
  }),
  {
    minLength: 1,
    maxLength: 6,
  },
);
const history = fc.array(step, { minLength: 1, maxLength: 2 });

/** A cinema with visible and hidden reviews, a collection and a channel. Its films are in three sitemaps. */
async function aFilledCinema() {
  const cinema = await aCinema({ films: 25 });
  await cinema.aShownFilm({ movieId: 250 });
  await cinema.database.query(`select setval('movies_movie_id_seq', 300)`);
  const films = await Promise.all(Array.from({ length: 4 }, () => cinema.aShownFilm()));
  for (const [index, film] of films.entries())
    await cinema.aReview(
      await cinema.aViewer(),
      film,
      index === 3 ? { hiddenAt: cinema.clock.now() } : {},
    );
  await recalculateRatings(
    cinema.db,
    films.map(({ movieId }) => movieId),
  );
  const { userId: ownerId } = await cinema.aViewer({ roles: ['Producer'] });
  await cinema.db.insert(channels).values({ channelName: 'Tidewater', ownerId });
  await applyEdits(cinema, [{ edit: 'addCollection', filmIndex: 1, random: 1 }]);
  return cinema;
}

test(
  'incremental rebuilds give the same bytes as a full build, after any edits',
  { tags: ['deep'] },
  async () => {
    const cinema = await aFilledCinema();
    // A film that opens without any edit.
    await cinema.aShownFilm({
      streamingStartDate: new Date(cinema.clock.now().getTime() + DAY / 2),
      trailorUrl: '/media/video/t.mp4',
    });
    const incremental = cinema.aSite();
    await incremental.rebuild();
    await fc.assert(
      fc.asyncProperty(history, async (steps) => {
        for (const edits of steps) {
          await applyEdits(cinema, edits);
          await incremental.rebuild();
        }
        // Both sites are built for the same time.
        cinema.clock.advance(DAY);
        await incremental.rebuild();
        const full = cinema.aSite();
        await full.rebuild();
        expect(differingPaths(siteFiles(incremental.siteDir), siteFiles(full.siteDir))).toEqual([]);
      }),
      { numRuns: 3, endOnFailure: true },
    );
  },
);

test(
  'a rebuild after each single edit updates all affected pages',
  { tags: ['deep', 'release'] },
  async () => {
    const cinema = await aFilledCinema();
    const incremental = cinema.aSite();
    await incremental.rebuild();
    const unbuiltEdits: string[] = [];
    for (const [index, name] of Object.keys(EDITS)
      .filter((each) => each !== 'wait')
      .entries()) {
      // Each edit gets another film, so that it cannot hide an error of the edit before it.
      await applyEdits(cinema, [{ edit: name, filmIndex: index, random: index }]);
      if ((await incremental.rebuild()).outcome === 'fresh') unbuiltEdits.push(name);
    }
    // Channels are on no public page.
    expect(unbuiltEdits).toEqual(['renameChannel']);
    const full = cinema.aSite();
    await full.rebuild();
    expect(differingPaths(siteFiles(incremental.siteDir), siteFiles(full.siteDir))).toEqual([]);
  },
);

test(
  'a plain rebuild by Astro alone gives the same bytes, and the next rebuild renders only changes again',
  { tags: ['deep', 'release'] },
  async () => {
    const cinema = await aFilledCinema();
    const site = cinema.aSite();
    // Its own bundle: Astro derives the ids of islands from the path of the build folder, which is in the data folder.
    rmSync(join(site.dataDir, 'bundles'));
    await site.rebuild();
    const rendered = siteFiles(site.siteDir);
    expect([...rendered.keys()].filter((path) => /^films\/.*html$/.test(path))).toHaveLength(30);
    expect(await site.rebuild({ plain: true })).toMatchObject({
      outcome: 'built',
      rendered: 30,
      written: 30,
    });
    expect(differingPaths(siteFiles(site.siteDir), rendered)).toEqual([]);
    await applyEdits(cinema, [{ edit: 'price', filmIndex: 2, random: 2 }]);
    expect(await site.rebuild()).toMatchObject({ outcome: 'built', rendered: 1, written: 1 });
    const incremental = siteFiles(site.siteDir);
    await site.rebuild({ full: true });
    expect(differingPaths(siteFiles(site.siteDir), incremental)).toEqual([]);
  },
);
