import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createCatalogueClient } from '#rebuild/plan/catalogue.ts';

export interface AstroBuildOptions {
  projectDir: string;
  dir: string;
  apiOrigin: string;
  origin: string;
}

/** Returns the seconds of one incremental `astro build`. It reads the films from a file, so API requests are not measured. */
export async function runAstroBuild({ projectDir, dir, apiOrigin, origin }: AstroBuildOptions): Promise<number> {
  const filmsFile = join(dir, 'all-films.json');
  await writeFilms(apiOrigin, filmsFile);
  const started = performance.now();
  const child = spawn(process.execPath, [join(projectDir, 'node_modules/astro/bin/astro.mjs'), 'build', '--silent'], {
    cwd: projectDir,
    env: {
      ...process.env,
      NODE_OPTIONS: '--max-old-space-size=8192',
      NODE_ENV: 'production',
      ASTRO_TELEMETRY_DISABLED: '1',
      BUILD_FILMS: filmsFile,
      BUILD_API_ORIGIN: apiOrigin,
      PUBLIC_ORIGIN: origin,
      SITE_OUT_DIR: join(dir, 'astro-out'),
      INCREMENTAL_CACHE: join(dir, 'astro-cache'),
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve));
  if (code !== 0) throw new Error(`astro build ended with ${code}`);
  return (performance.now() - started) / 1000;
}

async function writeFilms(apiOrigin: string, file: string) {
  const films = [];
  for (let cursor: string | undefined; ;) {
    const page = await createCatalogueClient(apiOrigin).changes(cursor);
    films.push(...page.changed);
    cursor = page.cursor;
    if (page.isLast) break;
  }
  writeFileSync(file, JSON.stringify(films.toSorted((a, b) => a.movieId - b.movieId)));
}
