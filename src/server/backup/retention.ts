import { DAY } from '#domain/limits/durations.ts';
import { textBefore } from '#domain/text-before.ts';
import { type BackupManifest, MANIFEST_FILE, MEDIA_FOLDER } from './manifest.ts';
import type { BackupStorage } from './backup-storage.ts';
import { readManifestOrNull, listBackups } from './restore.ts';

/**
 * Deletes scheduled backups except the newest `keepCount`. Never deletes the backup `newId` (the
 * clock may have gone back), manual backups, files that no manifest names, and media files of
 * remaining backups. Returns the deleted ids.
 */
export async function removeOldBackups(
  storage: BackupStorage,
  keepCount: number,
  newId: string,
): Promise<string[]> {
  const ids = await listBackups(storage);
  const manifests = (await Promise.all(ids.map((id) => readManifestOrNull(storage, id)))).filter(
    (manifest) => manifest !== null,
  );
  const expired = manifests
    .filter(({ by }) => by === 'schedule')
    .slice(keepCount)
    .filter(({ id }) => id !== newId);
  if (!expired.length) return [];
  const remaining = manifests.filter((manifest) => !expired.includes(manifest));
  // A backup with an unreadable manifest may need any media file.
  const areAllReadable = manifests.length === ids.length;
  const media = areAllReadable ? findUnreferencedMedia(expired, remaining) : [];
  // A damaged manifest may name files of other backups, so only this backup's own files are
  // deleted.
  const stored = await storage.list('');
  for (const { id, parts } of expired) {
    // The manifest first: a partly deleted backup is then no longer listed.
    await storage.remove(`${id}/${MANIFEST_FILE}`);
    for (const { name } of parts)
      if (name.startsWith(`${id}/`) && stored.has(name)) await storage.remove(name);
  }
  for (const key of media) if (stored.has(key)) await storage.remove(key);
  return expired.map(({ id }) => id);
}

function findUnreferencedMedia(expired: BackupManifest[], remaining: BackupManifest[]): string[] {
  const needed = new Set(remaining.flatMap(({ media }) => media.map(({ name }) => name)));
  const candidates = new Set(expired.flatMap(({ media }) => media.map(({ name }) => name)));
  return [...candidates]
    .filter((name) => !needed.has(name))
    .map((name) => `${MEDIA_FOLDER}/${name}`);
}

const DUMP_PART = /^(\d{4})(\d\d)(\d\d)T\d{6}Z\/database\.\d{4}$/;
/** Chosen: a backup younger than two days may still be in progress. */
const INCOMPLETE_TTL = 2 * DAY;

/** Deletes dump parts without a manifest and partial files, which killed processes left. */
export async function removeIncompleteBackups(storage: BackupStorage, now: Date): Promise<void> {
  await storage.removePartialFiles(new Date(now.getTime() - INCOMPLETE_TTL));
  const complete = new Set(await listBackups(storage));
  for (const key of (await storage.list('')).keys()) {
    const [, year, month, day] = DUMP_PART.exec(key) ?? [];
    const isOld =
      year !== undefined && now.getTime() - Date.parse(`${year}-${month}-${day}`) > INCOMPLETE_TTL;
    if (isOld && !complete.has(textBefore(key, '/'))) await storage.remove(key);
  }
}
