import type { Config } from '../config/config.ts';
import { openDatabase } from '../db/open-database.ts';
import { restoreDump } from '../db/restore.ts';
import { withTemporaryDatabase } from '../db/temporary-database.ts';
import type { BackupStorage } from './backup-storage.ts';
import { countContents } from './queries.ts';
import { readRestorableManifest } from './restore.ts';
import { readParts, verifyBackup } from './verify.ts';

interface RestoreTestOptions {
  onProgress: (detail: string) => void;
  signal: AbortSignal;
}

/**
 * Verifies a backup, restores its database into a temporary database, and opens that with this
 * release. Reads no media file, only the sizes. Throws BackupError, DatabaseError.
 */
export async function testRestore(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  storage: BackupStorage,
  id: string,
  { onProgress, signal }: RestoreTestOptions,
) {
  const startedAt = performance.now();
  const manifest = await readRestorableManifest(storage, id);
  await verifyBackup(storage, manifest);
  onProgress('all parts of the database and all media files are complete');
  signal.throwIfAborted();
  const contents = await withTemporaryDatabase(config, async (url) => {
    await restoreDump(url, manifest.kind, readParts(storage, manifest));
    onProgress('the database is restored into a temporary database');
    signal.throwIfAborted();
    const database = await openDatabase(url);
    return countContents(database.db).finally(() => database.close());
  });
  onProgress('the temporary database is deleted');
  return { manifest, contents, seconds: Math.round((performance.now() - startedAt) / 100) / 10 };
}
