import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../db/database.ts';
import { readSchemaVersion } from '../db/schema-check.ts';
import { findLastMigrationHash } from './queries.ts';
import { type BackupManifest, MANIFEST_FILE, MEDIA_FOLDER } from './manifest.ts';
import { verifyBackup } from './verify.ts';
import { sha256Hex } from '../tokens.ts';
import { filesBelow, nullIfMissing, type BackupStorage } from './backup-storage.ts';

/** Size of one object of the dump; also the memory that a backup needs. */
const PART_BYTES = 16 * 1024 * 1024;
/** Folders of MEDIA_DIR. The other folders contain temporary files. */
const BACKED_UP_FOLDERS = ['images', 'video', 'packages', 'submissions'];

interface BackupOptions {
  mediaDir: string;
  now: Date;
  by?: BackupManifest['by'];
  signal?: AbortSignal;
  onProgress?: (detail: string) => void;
}

/**
 * Stores a snapshot of the database, then the media files that the storage does not have yet. The
 * manifest is written last, so an interrupted backup is not listed. The next backup reuses its
 * media files. Throws BackupError, ObjectStorageError.
 */
export async function createBackup(
  database: Database,
  storage: BackupStorage,
  options: BackupOptions,
) {
  const { now, by = 'hand' } = options;
  const id = now.toISOString().replace(/[-:]|\.\d+/g, '');
  const parts: BackupManifest['parts'] = [];
  try {
    for await (const part of storeDump(database, { storage, id, backupOptions: options }))
      parts.push(part);
    const media = await storeMedia(storage, options);
    await verifyBackup(storage, { parts, media });
    const migration = await findLastMigrationHash(database);
    // Read after the dump: if a newer release migrates meanwhile, the higher number is safer.
    const schema = (await readSchemaVersion(database.db)) ?? undefined;
    const manifest: BackupManifest = {
      id,
      madeAt: now.toISOString(),
      by,
      kind: database.kind,
      migration,
      schema,
      parts,
      media,
    };
    await storage.put(`${id}/${MANIFEST_FILE}`, toBytes(JSON.stringify(manifest, null, 2)));
    return manifest;
  } catch (error) {
    // Parts that stay would fill the disk further with every failed attempt.
    for (const { name } of parts) await storage.remove(name).catch(() => undefined);
    throw error;
  }
}

async function* storeDump(
  database: Database,
  {
    storage,
    id,
    backupOptions: { onProgress, signal },
  }: { storage: BackupStorage; id: string; backupOptions: BackupOptions },
) {
  let count = 0;
  for await (const body of splitIntoParts(database.dump())) {
    signal?.throwIfAborted();
    const name = `${id}/database.${String(count++).padStart(4, '0')}`;
    await storage.put(name, body);
    yield { name, bytes: body.length, sha256: sha256Hex(body) };
    onProgress?.(`database, part ${count}`);
  }
}

async function storeMedia(storage: BackupStorage, { mediaDir, onProgress, signal }: BackupOptions) {
  const stored = await storage.list(MEDIA_FOLDER);
  const media: BackupManifest['media'] = [];
  for (const folder of BACKED_UP_FOLDERS)
    for (const [name, size] of await filesBelow(mediaDir, folder)) {
      signal?.throwIfAborted();
      if (name.includes('/.')) continue;
      // Names contain a content hash, so the same name and size mean the same file.
      if (stored.get(`${MEDIA_FOLDER}/${name}`) !== size) {
        const body = await readFile(join(mediaDir, name)).catch(nullIfMissing);
        if (!body) continue;
        await storage.put(`${MEDIA_FOLDER}/${name}`, new Uint8Array(body));
        onProgress?.(name);
      }
      media.push({ name, bytes: size });
    }
  return media;
}

async function* splitIntoParts(
  dump: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of dump) {
    chunks.push(chunk);
    size += chunk.length;
    if (size < PART_BYTES) continue;
    yield concatenate(chunks);
    chunks = [];
    size = 0;
  }
  if (size > 0) yield concatenate(chunks);
}

const concatenate = (chunks: Uint8Array[]) => new Uint8Array(Buffer.concat(chunks));
const toBytes = (text: string) => new Uint8Array(Buffer.from(text));
