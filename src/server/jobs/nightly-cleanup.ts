import { deleteOldIdempotencyKeys } from '../db/idempotency.ts';
import { deleteExpiredRows } from '../db/delete-expired-rows.ts';
import type { Database } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { deleteUnusedUploads } from '../office/uploads/actions.ts';
import { openPosterStorage } from '../ports/media/poster-storage.ts';
import { deleteUnusedPosters } from '../streaming/submission/posters/actions.ts';

export async function runNightlyCleanup(deps: Deps): Promise<void> {
  const { db, now, config } = deps;
  await deleteOldIdempotencyKeys(db, now());
  await deleteExpiredRows(db, now());
  await deleteUnusedPosters(deps, openPosterStorage(config.mediaDir));
  await deleteUnusedUploads(deps);
}

/** Embedded PostgreSQL has no autovacuum. Index-only scans of lists need a vacuum too. */
export async function vacuumEmbeddedDatabase({ kind, query }: Database): Promise<void> {
  if (kind === 'pglite') await query('vacuum analyze');
}
