import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { PAGE_NAMES } from '#contract/content.ts';
import { rebuild, type RebuildOptions } from '#rebuild/rebuild.ts';
import { MANIFEST_FILES } from '#rebuild/release/manifest.ts';
import { genres, languages, movieGenres } from '#server/db/schema/catalogue.ts';
import { contentPages } from '#server/db/schema/content.ts';
import { aServer } from './test-server.ts';
import { copyCachedBundle } from './cached-bundle.ts';
import { aFreePort } from './server-process.ts';
import { SITE_ORIGIN } from '../../scripts/shots/site-origin.ts';
import { PROJECT } from './project.ts';

/** All servers of a test file share one bundle. */
const bundlesDir = mkdtempSync(join(tmpdir(), 'matinee-bundles-'));
afterAll(() => rmSync(bundlesDir, { recursive: true, force: true }));

export type Cinema = Awaited<ReturnType<typeof aCinema>>;

/** A listening server with films, and a function that creates folders for its site. */
export async function aCinema({ films = 20 } = {}) {
  const port = await aFreePort();
  const server = await aServer({ settings: { PORT: String(port), ORIGIN: SITE_ORIGIN } });
  const { db } = server.database;
  await db
    .insert(contentPages)
    .values(PAGE_NAMES.map((name) => ({ name, pageContent: `<p>${name}</p>` })));
  await db.insert(languages).values([{ languageName: 'Tamil' }, { languageName: 'Hindi' }]);
  const createdGenres = await db
    .insert(genres)
    .values(['Drama', 'Comedy'].map((genreName, ordering) => ({ genreName, ordering })))
    .returning();
  const aShownFilm = async (overrides: Parameters<typeof server.aFilm>[0] = {}) => {
    const film = await server.aFilm({ createdOn: server.clock.now(), ...overrides });
    await db
      .insert(movieGenres)
      .values({ movieId: film.movieId, genreId: createdGenres[film.movieId % 2]!.genreId });
    return film;
  };
  for (let index = 0; index < films; index++) await aShownFilm();
  await server.listen();
  const siteOptions = { origin: server.config.origin, projectDir: PROJECT, settings: process.env };
  await copyCachedBundle({ ...siteOptions, dataDir: bundlesDir });

  /** A new data folder, and the function that builds the site in it. */
  const aSite = () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'matinee-rebuild-'));
    afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
    symlinkSync(join(bundlesDir, 'bundles'), join(dataDir, 'bundles'));
    const options: RebuildOptions = {
      ...siteOptions,
      apiOrigin: `http://127.0.0.1:${port}`,
      dataDir,
      siteDir: join(dataDir, 'site'),
      now: server.clock.now,
    };
    return {
      ...options,
      rebuild: (overrides: Partial<RebuildOptions> = {}) => rebuild({ ...options, ...overrides }),
    };
  };
  return { ...server, db, port, aShownFilm, aSite };
}

/** All files of a site by path, with symlinks followed and without manifests. */
export function siteFiles(siteDir: string): Map<string, string> {
  const root = realpathSync(siteDir);
  const files = new Map<string, string>();
  const read = (folder: string) => {
    for (const name of readdirSync(join(root, folder)).toSorted()) {
      const path = join(folder, name);
      if (statSync(join(root, path)).isDirectory()) read(path);
      else if (!MANIFEST_FILES.has(path)) files.set(path, readFileSync(join(root, path), 'latin1'));
    }
  };
  read('');
  return files;
}

export const differingPaths = (a: Map<string, string>, b: Map<string, string>): string[] =>
  [...new Set([...a.keys(), ...b.keys()])].filter((path) => a.get(path) !== b.get(path)).toSorted();
