import { sha256Hex } from '../tokens.ts';
import { BackupError, type BackupManifest, MEDIA_FOLDER } from './manifest.ts';
import type { BackupStorage } from './backup-storage.ts';

/**
 * Checks the hashes of the database parts, and the names and sizes of the media files. Throws
 * BackupError.
 */
export async function verifyBackup(
  storage: BackupStorage,
  manifest: Pick<BackupManifest, 'parts' | 'media'>,
) {
  await verifyParts(storage, manifest);
  const stored = await storage.list(MEDIA_FOLDER);
  for (const { name, bytes } of manifest.media)
    if (stored.get(`${MEDIA_FOLDER}/${name}`) !== bytes)
      throw new BackupError(
        `${MEDIA_FOLDER}/${name} is missing in ${storage.name}, or has the wrong size`,
      );
}

export async function verifyParts(
  storage: BackupStorage,
  { parts }: Pick<BackupManifest, 'parts'>,
): Promise<void> {
  for (const part of parts) await readPart(storage, part);
}

export async function* readParts(storage: BackupStorage, { parts }: Pick<BackupManifest, 'parts'>) {
  for (const part of parts) yield await readPart(storage, part);
}

async function readPart(storage: BackupStorage, { name, sha256 }: BackupManifest['parts'][number]) {
  const body = await storage.get(name);
  if (!body) throw new BackupError(`The part ${name} is missing in ${storage.name}`);
  if (sha256Hex(body) !== sha256)
    throw new BackupError(`The part ${name} has changed: the backup is damaged`);
  return body;
}
