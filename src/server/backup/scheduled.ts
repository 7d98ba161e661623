import type { Database } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { backup } from './backup.ts';
import type { Card } from './card.ts';
import { dropOld, dropUnfinished } from './keep.ts';
import type { Place } from './place.ts';
import { noteBackup } from './queries.ts';

/** As `cinema backup make` makes it; only when it is whole older ones go. Throws what keeps it, and then all that was kept is there. */
export async function backUp(database: Database, deps: Deps, signal: AbortSignal): Promise<void> {
  const { backups: place, now, log } = deps;
  const { mediaDir, backup: settings } = deps.config;
  if (!place || !settings) return;
  const card = await backup(database, place, { mediaDir, now: now(), by: 'schedule', signal }).catch(
    (error: unknown) => {
      log.error({ err: error, place: place.name }, 'a backup could not be made; it will be tried again');
      throw error;
    },
  );
  await noteBackup(deps.db, card);
  log.info({ backup: card.id, place: place.name }, 'a backup was made');
  // Another backup would not help: this one is whole.
  await clearAway(place, card, deps).catch((error: unknown) =>
    log.error({ err: error, place: place.name }, 'old backups could not be taken away; the next one tries again'),
  );
}

async function clearAway(place: Place, made: Card, { config, now, log }: Deps) {
  const removed = await dropOld(place, config.backup!.keep, made.id);
  await dropUnfinished(place, now());
  if (removed.length > 0) log.info({ removed, place: place.name }, 'old backups were taken away');
}
