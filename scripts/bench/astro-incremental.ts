import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runAstroBuild } from '#rebuild/bundle/astro-build.ts';
import { readFilms, writeBatches } from '#rebuild/plan/batches.ts';
import { createCatalogueClient } from '#rebuild/plan/catalogue.ts';

interface AstroMeasureOptions {
  projectDir: string;
  dir: string;
  apiOrigin: string;
  origin: string;
}

/** Returns the seconds of one incremental `astro build`. It reads the films from a file, so API requests are not measured. */
export async function measureAstroBuild({
  projectDir,
  dir,
  apiOrigin,
  origin,
}: AstroMeasureOptions): Promise<number> {
  const catalogue = createCatalogueClient(apiOrigin);
  const allFilms = { firstChanges: await catalogue.changes(), newlyStreamingFilms: [] };
  const batches = await writeBatches(catalogue, allFilms, join(dir, 'astro-batches'));
  const filmsFile = join(dir, 'all-films.json');
  writeFileSync(
    filmsFile,
    JSON.stringify(readFilms(batches).toSorted((a, b) => a.movieId - b.movieId)),
  );
  const started = performance.now();
  await runAstroBuild({
    projectDir,
    root: projectDir,
    cwd: projectDir,
    variables: {
      ...process.env,
      NODE_OPTIONS: '--max-old-space-size=8192',
      BUILD_FILMS: filmsFile,
      BUILD_API_ORIGIN: apiOrigin,
      PUBLIC_ORIGIN: origin,
      SITE_OUT_DIR: join(dir, 'astro-out'),
      INCREMENTAL_CACHE: join(dir, 'astro-cache'),
    },
  });
  return (performance.now() - started) / 1000;
}
