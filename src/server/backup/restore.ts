import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { restoreDump } from '../db/restore.ts';
import { whyTooNew } from '../db/schema-check.ts';
import { PRIVATE_FILE } from '../private-files.ts';
import { BackupError, Card, CARD, MEDIA } from './card.ts';
import { comparePieces, readPart } from './compare.ts';
import { filesBelow, type Place } from './place.ts';

const ID_OF_CARD = new RegExp(`^(\\d{8}T\\d{6}Z)/${CARD}$`);

/** The backups of a place, newest first. What has no card was never finished. */
export async function listBackups(place: Place): Promise<string[]> {
  const keys = [...(await place.list('')).keys()];
  return keys
    .map((key) => ID_OF_CARD.exec(key)?.[1])
    .filter((id) => id !== undefined)
    .toSorted()
    .reverse();
}

export async function readCard(place: Place, id: string): Promise<Card> {
  const text = await place.get(`${id}/${CARD}`);
  if (!text) throw new BackupError(`There is no backup ${id} in ${place.name}`);
  const card = Card.safeParse(jsonOf(text.toString()));
  if (!card.success) throw new BackupError(`The card of backup ${id} cannot be read`);
  return card.data;
}

/** Null when there is none that can be read. */
export const cardOrNull = (place: Place, id: string): Promise<Card | null> =>
  readCard(place, id).catch((error: unknown) => {
    if (error instanceof BackupError) return null;
    throw error;
  });

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The card of a backup that this release may restore. Throws BackupError. */
export async function readRestorable(place: Place, id: string): Promise<Card> {
  const card = await readCard(place, id);
  const why = card.schema && whyTooNew('backup', card.schema);
  if (why) throw new BackupError(why);
  return card;
}

export interface RestoreOptions {
  databaseUrl: string;
  mediaDir: string;
  tell?: (how: string) => void;
}

/**
 * Brings a backup into an empty database, and its media beside those that are there. Every piece is compared with what was
 * written before anything is touched. Throws BackupError; then the database is as it was.
 */
export async function restore(
  place: Place,
  id: string,
  { databaseUrl, mediaDir, tell }: RestoreOptions,
): Promise<Card> {
  const card = await readRestorable(place, id);
  await comparePieces(place, card);
  tell?.('every piece is as it was written');
  const pieces = async function* () {
    for (const part of card.parts) yield await readPart(place, part);
  };
  await bringMedia(place, card, mediaDir, tell);
  await restoreDump(databaseUrl, card.kind, pieces());
  return card;
}

/** Keys open films without a ticket; they were private where they were made. */
const isKeys = (name: string) => /^packages\/.+\/keys\.json$/.test(name);

async function bringMedia(place: Place, { media }: Card, mediaDir: string, tell?: (how: string) => void) {
  const there = await filesBelow(mediaDir);
  for (const { name, bytes } of media) {
    if (there.get(name) === bytes) continue;
    const body = await place.get(`${MEDIA}/${name}`);
    if (!body) throw new BackupError(`${MEDIA}/${name} is missing in ${place.name}`);
    const path = join(mediaDir, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(`${path}.part`, body, { mode: isKeys(name) ? PRIVATE_FILE : 0o666 });
    await rename(`${path}.part`, path);
    tell?.(name);
  }
}
