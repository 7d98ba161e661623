import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { PAGE_NAMES } from '#contract/content.ts';
import { rebuild, type RebuildOptions } from '#rebuild/rebuild.ts';
import { cardsOf } from '#rebuild/release/card.ts';
import { genres, languages, movieGenres } from '#server/db/schema/catalogue.ts';
import { contentPages } from '#server/db/schema/content.ts';
import { aHouse } from './house.ts';
import { bringBundle } from './kept-bundle.ts';
import { aFreePort, runCommand } from './server-process.ts';
import { PROJECT } from './project.ts';

/** The cinemas of a test file share what was bundled. */
const bundled = mkdtempSync(join(tmpdir(), 'matinee-bundles-'));
afterAll(() => rmSync(bundled, { recursive: true, force: true }));

export type Cinema = Awaited<ReturnType<typeof aCinema>>;

/** A house that listens, with some films, and places to build its site in. */
export async function aCinema({ films = 20 } = {}) {
  const port = await aFreePort();
  const house = await aHouse({ settings: { PORT: String(port) } });
  const { db } = house.database;
  await db.insert(contentPages).values(PAGE_NAMES.map((name) => ({ name, pageContent: `<p>${name}</p>` })));
  await db.insert(languages).values([{ languageName: 'Tamil' }, { languageName: 'Hindi' }]);
  const kinds = await db
    .insert(genres)
    .values(['Drama', 'Comedy'].map((genreName, ordering) => ({ genreName, ordering })))
    .returning();
  const aShownFilm = async (given: Parameters<typeof house.aFilm>[0] = {}) => {
    const film = await house.aFilm({ createdOn: house.clock.now(), ...given });
    await db.insert(movieGenres).values({ movieId: film.movieId, genreId: kinds[film.movieId % 2]!.genreId });
    return film;
  };
  for (let left = films; left > 0; left--) await aShownFilm();
  await house.listen();
  const site = { origin: house.config.origin, projectDir: PROJECT, settings: process.env };
  await bringBundle({ ...site, dataDir: bundled });

  /** A place that a site is built in. */
  const aPlace = () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'matinee-rebuild-'));
    afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
    symlinkSync(join(bundled, 'bundles'), join(dataDir, 'bundles'));
    const options: RebuildOptions = {
      ...site,
      apiOrigin: `http://127.0.0.1:${port}`,
      dataDir,
      siteDir: join(dataDir, 'site'),
      now: house.clock.now,
    };
    return { ...options, rebuild: (how: Partial<RebuildOptions> = {}) => rebuild({ ...options, ...how }) };
  };
  /** A plain `astro build` of the same catalogue, at the same moment; gives its folder. */
  const plainBuild = (dataDir: string) =>
    new Promise<string>((resolve, reject) => {
      const outDir = join(dataDir, 'plain');
      const child = runCommand([join(PROJECT, 'node_modules/astro/bin/astro.mjs'), 'build'], {
        NODE_ENV: 'production',
        TZ: process.env['TZ'] ?? '',
        ASTRO_TELEMETRY_DISABLED: '1',
        BUILD_API_ORIGIN: `http://127.0.0.1:${port}`,
        BUILD_NOW: house.clock.now().toISOString(),
        PUBLIC_ORIGIN: house.config.origin,
        SITE_OUT_DIR: outDir,
      });
      void child.ended.then((code) => (code === 0 ? resolve(outDir) : reject(new Error(child.output()))));
    });
  return { ...house, db, port, aShownFilm, aPlace, plainBuild };
}

/** Every file of a site by its path, as a host sees them: through the links, and without the cards, which tell of the release. */
export function siteFiles(siteDir: string): Map<string, string> {
  const root = realpathSync(siteDir);
  const cards = new Set(Object.keys(cardsOf({} as never)));
  const files = new Map<string, string>();
  const read = (folder: string) => {
    for (const name of readdirSync(join(root, folder)).toSorted()) {
      const path = join(folder, name);
      if (statSync(join(root, path)).isDirectory()) read(path);
      else if (!cards.has(path)) files.set(path, readFileSync(join(root, path), 'latin1'));
    }
  };
  read('');
  return files;
}

/** The paths at which two sites differ. */
export const differences = (one: Map<string, string>, other: Map<string, string>): string[] =>
  [...new Set([...one.keys(), ...other.keys()])].filter((path) => one.get(path) !== other.get(path)).toSorted();
