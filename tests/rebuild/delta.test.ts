import fc from '../support/fast-check.ts';
import { expect, test, vi } from 'vitest';
import { DAY } from '#domain/limits.ts';
import { rateMovies } from '#server/db/ratings.ts';
import { channels } from '#server/db/schema/producer.ts';
import { edit, EDITS } from '../support/catalogue-edits.ts';
import { aCinema, differences, siteFiles } from '../support/site-house.ts';

vi.setConfig({ testTimeout: 90_000 });

const step = fc.array(
  fc.record({ edit: fc.constantFrom(...Object.keys(EDITS)), which: fc.nat(99), chance: fc.nat(99) }),
  {
    minLength: 1,
    maxLength: 6,
  },
);
const history = fc.array(step, { minLength: 1, maxLength: 2 });

/** A house with reviews, shown and hidden, a collection and a channel; one film is of the second sitemap. */
async function aLivelyCinema() {
  const cinema = await aCinema({ films: 25 });
  await cinema.aShownFilm({ movieId: 250 });
  await cinema.database.query(`select setval('movies_movie_id_seq', 300)`);
  const films = await Promise.all(Array.from({ length: 4 }, () => cinema.aShownFilm()));
  for (const [index, film] of films.entries())
    await cinema.aReview(await cinema.aViewer(), film, index === 3 ? { hiddenAt: cinema.clock.now() } : {});
  await rateMovies(
    cinema.db,
    films.map(({ movieId }) => movieId),
  );
  const { userId: ownerId } = await cinema.aViewer({ roles: ['Producer'] });
  await cinema.db.insert(channels).values({ channelName: 'Tidewater', ownerId });
  await edit(cinema, [{ edit: 'collect', which: 1, chance: 1 }]);
  return cinema;
}

test(
  'a site that only followed the changes is the site of a whole build, byte for byte, after any edits',
  { tags: ['deep'] },
  async () => {
    const cinema = await aLivelyCinema();
    // A film whose day comes while nobody looks.
    await cinema.aShownFilm({
      streamingStartDate: new Date(cinema.clock.now().getTime() + DAY / 2),
      trailorUrl: '/media/video/t.mp4',
    });
    const followed = cinema.aPlace();
    await followed.rebuild();
    await fc.assert(
      fc.asyncProperty(history, async (steps) => {
        for (const edits of steps) {
          await edit(cinema, edits);
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
  },
);

test('whatever one edit changes reaches the pages by itself', { tags: ['deep'] }, async () => {
  const cinema = await aLivelyCinema();
  const followed = cinema.aPlace();
  await followed.rebuild();
  const untold: string[] = [];
  for (const [index, name] of Object.keys(EDITS)
    .filter((each) => each !== 'wait')
    .entries()) {
    // Another film each time: what one edit leaves undone is not made good by the next.
    await edit(cinema, [{ edit: name, which: index, chance: index }]);
    if ((await followed.rebuild()).did === 'fresh') untold.push(name);
  }
  // No public page names a channel.
  expect(untold).toEqual(['renameChannel']);
  const whole = cinema.aPlace();
  await whole.rebuild();
  expect(differences(siteFiles(followed.siteDir), siteFiles(whole.siteDir))).toEqual([]);
});

/** Astro makes an island's id from the path of its source, and ours is built from a copy of the sources. */
const withoutIslandIds = (files: Map<string, string>) =>
  new Map([...files].map(([path, text]) => [path, text.replaceAll(/(<astro-island uid=")\w+/g, '$1')]));

test(
  'a plain build by Astro draws the same pages, and bundles the same scripts and styles, as the renderer that was kept',
  { tags: ['deep'] },
  async () => {
    const cinema = await aCinema({ films: 6 });
    const place = cinema.aPlace();
    await place.rebuild();
    const plain = await cinema.plainBuild(place.dataDir);
    const ours = withoutIslandIds(siteFiles(place.siteDir));
    const theirs = withoutIslandIds(siteFiles(plain));
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
  },
);
