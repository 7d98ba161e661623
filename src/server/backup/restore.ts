import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { restoreDump } from '../db/restore.ts';
import { schemaTooNewReason } from '../db/schema-check.ts';
import { parseJson } from '../parse-json.ts';
import { PRIVATE_FILE } from '../private-files.ts';
import { BackupError, BackupManifest, MANIFEST_FILE, MEDIA_FOLDER } from './manifest.ts';
import { readParts, verifyParts } from './verify.ts';
import { filesBelow, type BackupStorage } from './backup-storage.ts';

const MANIFEST_KEY = new RegExp(`^(\\d{8}T\\d{6}Z)/${MANIFEST_FILE}$`);

/** Returns the ids of the complete backups, newest first. */
export async function listBackups(storage: BackupStorage): Promise<string[]> {
  const keys = [...(await storage.list('')).keys()];
  return keys
    .map((key) => MANIFEST_KEY.exec(key)?.[1])
    .filter((id) => id !== undefined)
    .toSorted()
    .reverse();
}

export async function readManifest(storage: BackupStorage, id: string): Promise<BackupManifest> {
  const text = await storage.get(`${id}/${MANIFEST_FILE}`);
  if (!text) throw new BackupError(`There is no backup ${id} in ${storage.name}`);
  const manifest = BackupManifest.safeParse(parseJson(text.toString()));
  if (!manifest.success) throw new BackupError(`The manifest of backup ${id} cannot be read`);
  return manifest.data;
}

export const readManifestOrNull = (
  storage: BackupStorage,
  id: string,
): Promise<BackupManifest | null> =>
  readManifest(storage, id).catch((error: unknown) => {
    if (error instanceof BackupError) return null;
    throw error;
  });

export async function readRestorableManifest(
  storage: BackupStorage,
  id: string,
): Promise<BackupManifest> {
  const manifest = await readManifest(storage, id);
  const reason = manifest.schema && schemaTooNewReason('backup', manifest.schema);
  if (reason) throw new BackupError(reason);
  return manifest;
}

interface RestoreOptions {
  databaseUrl: string;
  mediaDir: string;
  onProgress?: (detail: string) => void;
}

/**
 * Verifies all database parts, adds the media files, then restores into an empty database. Throws
 * BackupError, or DatabaseError if the database is not empty or of another kind. The database is
 * then unchanged; media files may have been added.
 */
export async function restoreBackup(
  storage: BackupStorage,
  id: string,
  { databaseUrl, mediaDir, onProgress }: RestoreOptions,
): Promise<BackupManifest> {
  const manifest = await readRestorableManifest(storage, id);
  await verifyParts(storage, manifest);
  onProgress?.('all parts of the database are intact');
  await restoreMedia(storage, { backupManifest: manifest, mediaDir, onProgress });
  await restoreDump(databaseUrl, manifest.kind, readParts(storage, manifest));
  return manifest;
}

/** These keys decrypt films without a ticket, so only this user may read them. */
const isKeyFile = (name: string) => /^packages\/.+\/keys\.json$/.test(name);

async function restoreMedia(
  storage: BackupStorage,
  {
    backupManifest: { media },
    mediaDir,
    onProgress,
  }: { backupManifest: BackupManifest; mediaDir: string; onProgress?: (detail: string) => void },
) {
  const existing = await filesBelow(mediaDir);
  for (const { name, bytes } of media) {
    if (existing.get(name) === bytes) continue;
    const body = await storage.get(`${MEDIA_FOLDER}/${name}`);
    if (!body) throw new BackupError(`${MEDIA_FOLDER}/${name} is missing in ${storage.name}`);
    const path = join(mediaDir, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(`${path}.part`, body, { mode: isKeyFile(name) ? PRIVATE_FILE : 0o666 });
    await rename(`${path}.part`, path);
    onProgress?.(name);
  }
}
