import { dirname } from 'node:path';
import { openEncodedPictures } from '#server/ports/media/encoded-pictures.ts';
import { openMediaStore } from '#server/ports/media/store.ts';
import { importCatalogue } from '#server/streaming/import/import.ts';
import { reportedRowLine } from '#server/streaming/import/report.ts';
import type { Server } from '#server/server.ts';
import type { Progress } from './progress.ts';

export const LOADING_SAMPLE = 'Loading the sample cinema';

/**
 * Imports the sample cinema into an empty database. An interrupted import continues at the next
 * start.
 */
export async function loadSample(
  { database, deps }: Server,
  file: string,
  progress: Progress,
): Promise<void> {
  if (await isDone(database.query)) return;
  const { mediaDir } = deps.config;
  await progress.run(LOADING_SAMPLE, async (reportProgress) => {
    const report = await importCatalogue(
      {
        db: deps.db,
        mediaDir,
        store: openMediaStore(mediaDir, openEncodedPictures(dirname(file))),
        now: deps.now(),
        mayCreateNames: true,
        onProgress: ({ phase, done, total }) => reportProgress(`${phase} ${done} of ${total}`),
      },
      { file },
    );
    for (const rejection of report.rejected)
      console.log(`  rejected: ${reportedRowLine(rejection)}`);
  });
  await database.query(
    `insert into house_state (name, value) values ('sample', 'loaded') on conflict do nothing`,
  );
}

/**
 * Returns true if the sample was fully imported before, or if the database has films without the
 * sample's `night-rail`.
 */
async function isDone(query: Server['database']['query']): Promise<boolean> {
  const { rows } = await query(`select
    exists (select from house_state where name = 'sample') as loaded,
    (select count(*) from movies) > 0 and not exists (select from movies where import_ref = 'night-rail') as other_films`);
  return Boolean(rows[0]?.['loaded'] || rows[0]?.['other_films']);
}
