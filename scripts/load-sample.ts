import { dirname } from 'node:path';
import { openEncodedPictures } from '#server/ports/media/encoded-pictures.ts';
import { openMediaStore } from '#server/ports/media/store.ts';
import { importCatalogue } from '#server/streaming/catalogue/import/import.ts';
import { rejectionLine } from '#server/streaming/catalogue/import/report.ts';
import type { House } from '#server/house.ts';
import type { Progress } from './progress.ts';

export const LOADING = 'Loading the sample cinema';

/** Loads the sample cinema when the house is empty, through the operator's own import. A half-done load goes on. */
export async function loadSample({ database, deps }: House, file: string, progress: Progress): Promise<void> {
  if (await isDone(database.query)) return;
  const { mediaDir } = deps.config;
  await progress.run(LOADING, async (tell) => {
    const report = await importCatalogue(
      {
        db: deps.db,
        mediaDir,
        store: openMediaStore(mediaDir, openEncodedPictures(dirname(file))),
        now: deps.now(),
        onProgress: ({ phase, done, total }) => tell(`${phase} ${done} of ${total}`),
      },
      { file },
    );
    for (const rejection of report.rejected) console.log(`  left out: ${rejectionLine(rejection)}`);
  });
  await database.query(`insert into house_state (name, value) values ('sample', 'loaded') on conflict do nothing`);
}

/** Either the sample came in whole before, or an operator's own films are there. */
async function isDone(query: House['database']['query']): Promise<boolean> {
  const { rows } = await query(`select
    exists (select from house_state where name = 'sample') as loaded,
    (select count(*) from movies) > 0 and not exists (select from movies where import_ref = 'night-rail') as own`);
  return Boolean(rows[0]?.['loaded'] || rows[0]?.['own']);
}
