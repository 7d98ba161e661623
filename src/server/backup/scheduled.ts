import type { Database } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { backup } from './backup.ts';
import { dropOld, dropUnfinished } from './keep.ts';
import { noteBackup } from './queries.ts';

/** As `cinema backup make` makes it; only when it is whole older ones go. Throws what keeps it, and then all that was kept is there. */
export async function backUp(database: Database, deps: Deps, signal: AbortSignal): Promise<void> {
  const { backups: place, now, log } = deps;
  const { mediaDir, backup: settings } = deps.config;
  if (!place || !settings) return;
  try {
    const card = await backup(database, place, { mediaDir, now: now(), by: 'schedule', signal });
    await noteBackup(deps.db, card);
    const removed = await dropOld(place, settings.keep);
    await dropUnfinished(place, now());
    log.info({ backup: card.id, place: place.name, removed }, 'a backup was made');
  } catch (error) {
    log.error({ err: error, place: place.name }, 'a backup could not be made; it will be tried again');
    throw error;
  }
}
