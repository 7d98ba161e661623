import type { Database } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { createBackup } from './backup.ts';
import type { BackupManifest } from './manifest.ts';
import { removeOldBackups, removeIncompleteBackups } from './retention.ts';
import type { BackupStorage } from './backup-storage.ts';
import { recordBackupTime } from './queries.ts';

/** Makes a backup, then deletes old ones. Throws if the backup fails; nothing is deleted then. */
export async function runScheduledBackup(
  database: Database,
  deps: Deps,
  signal: AbortSignal,
): Promise<void> {
  const { backups: storage, now, log } = deps;
  const { mediaDir, backup: settings } = deps.config;
  if (!storage || !settings) return;
  const manifest = await createBackup(database, storage, {
    mediaDir,
    now: now(),
    by: 'schedule',
    signal,
  }).catch((error: unknown) => {
    log.error(
      { err: error, storage: storage.name },
      'a backup could not be made; it will be tried again',
    );
    throw error;
  });
  await recordBackupTime(deps.db, manifest);
  log.info({ backup: manifest.id, storage: storage.name }, 'a backup was made');
  // The backup is complete, so a failed cleanup must not repeat it.
  await removeExpired(storage, manifest, deps).catch((error: unknown) =>
    log.error(
      { err: error, storage: storage.name },
      'old backups could not be removed; the next backup tries again',
    ),
  );
}

async function removeExpired(
  storage: BackupStorage,
  newest: BackupManifest,
  { config, now, log }: Deps,
) {
  const removed = await removeOldBackups(storage, config.backup!.keepCount, newest.id);
  await removeIncompleteBackups(storage, now());
  if (removed.length > 0) log.info({ removed, storage: storage.name }, 'old backups were removed');
}
