import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../db/database.ts';
import { readSchemaVersion } from '../db/schema-check.ts';
import { lastMigration } from './queries.ts';
import { type Card, CARD, MEDIA } from './card.ts';
import { compareBackup, sha256 } from './compare.ts';
import { filesBelow, nullIfMissing, type Place } from './place.ts';

/** As much of a dump as is held at once, and as a bucket takes in one piece. */
const PART_BYTES = 16 * 1024 * 1024;
/** Folders of MEDIA_DIR that hold something finished. */
const KEPT = ['images', 'video', 'packages', 'submissions'];

export interface BackupOptions {
  mediaDir: string;
  now: Date;
  by?: Card['by'];
  /** Raised when the house closes. */
  signal?: AbortSignal;
  tell?: (how: string) => void;
}

/**
 * Backs the house up while it is open: the database as it is at one moment, then the media that the place has not yet. It gets its
 * card when all of that is there as it was written. Killed in the middle, nothing counts as a backup; the next one finds the media
 * that were brought. Throws BackupError, ObjectsError.
 */
export async function backup(database: Database, place: Place, options: BackupOptions): Promise<Card> {
  const { now, by = 'hand' } = options;
  const id = now.toISOString().replace(/[-:]|\.\d+/g, '');
  const parts: Card['parts'] = [];
  try {
    for await (const part of keepDump(database, place, id, options)) parts.push(part);
    const media = await keepMedia(place, options);
    await compareBackup(place, { parts, media });
    const migration = await lastMigration(database);
    // After the dump: a newer release may have migrated meanwhile, and the lower number would be wrong for the dump.
    const schema = (await readSchemaVersion(database.db)) ?? undefined;
    const card: Card = { id, madeAt: now.toISOString(), by, kind: database.kind, migration, schema, parts, media };
    await place.put(`${id}/${CARD}`, bytes(JSON.stringify(card, null, 2)));
    return card;
  } catch (error) {
    // A place that is full would be fuller after every try.
    for (const { name } of parts) await place.remove(name).catch(() => undefined);
    throw error;
  }
}

async function* keepDump(database: Database, place: Place, id: string, { tell, signal }: BackupOptions) {
  let count = 0;
  for await (const body of inParts(database.dump())) {
    signal?.throwIfAborted();
    const name = `${id}/database.${String(count++).padStart(4, '0')}`;
    await place.put(name, body);
    yield { name, bytes: body.length, sha256: sha256(body) };
    tell?.(`the database, piece ${count}`);
  }
}

async function keepMedia(place: Place, { mediaDir, tell, signal }: BackupOptions): Promise<Card['media']> {
  const known = await place.list(MEDIA);
  const media: Card['media'] = [];
  for (const folder of KEPT)
    for (const [name, size] of await filesBelow(mediaDir, folder)) {
      signal?.throwIfAborted();
      // What is still on its way in.
      if (name.includes('/.')) continue;
      // What is kept is named by its content: the same name and size is the same file.
      if (known.get(`${MEDIA}/${name}`) !== size) {
        const body = await readFile(join(mediaDir, name)).catch(nullIfMissing);
        // Its maker took it away meanwhile.
        if (!body) continue;
        await place.put(`${MEDIA}/${name}`, new Uint8Array(body));
        tell?.(name);
      }
      media.push({ name, bytes: size });
    }
  return media;
}

async function* inParts(dump: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let held: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of dump) {
    held.push(chunk);
    size += chunk.length;
    if (size < PART_BYTES) continue;
    yield joined(held);
    held = [];
    size = 0;
  }
  if (size > 0) yield joined(held);
}

const joined = (chunks: Uint8Array[]) => new Uint8Array(Buffer.concat(chunks));
const bytes = (text: string) => new Uint8Array(Buffer.from(text));
