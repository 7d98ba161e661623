import { dropOldKeys } from '../db/idempotency.ts';
import { dropExpired } from '../db/expired.ts';
import type { Database } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { openPosterShelf } from '../ports/media/poster-shelf.ts';
import { sweepPosters } from '../streaming/submission/posters/actions.ts';

/** Nightly: what time has made useless. */
export async function sweep(deps: Deps): Promise<void> {
  const { db, now, config } = deps;
  await dropOldKeys(db, now());
  await dropExpired(db, now());
  await sweepPosters(deps, openPosterShelf(config.mediaDir));
}

/**
 * What a PostgreSQL server does by itself, and embedded PostgreSQL only when it is told: the room of old rows is used again, and
 * lists are counted from their index alone.
 */
export async function tidy({ kind, query }: Database): Promise<void> {
  if (kind === 'pglite') await query('vacuum analyze');
}
