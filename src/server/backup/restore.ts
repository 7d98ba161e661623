import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { restoreDump } from '../db/restore.ts';
import { sha256 } from './backup.ts';
import { BackupError, Card, CARD, MEDIA } from './card.ts';
import { filesBelow, type Place } from './place.ts';

/** The backups of a place, newest first. What has no card was never finished. */
export async function listBackups(place: Place): Promise<string[]> {
  const keys = [...(await place.list('')).keys()];
  return keys
    .filter((key) => key.endsWith(`/${CARD}`))
    .map((key) => key.slice(0, -CARD.length - 1))
    .toSorted()
    .reverse();
}

export async function readCard(place: Place, id: string): Promise<Card> {
  const text = await place.get(`${id}/${CARD}`);
  if (!text) throw new BackupError(`There is no backup ${id} in ${place.name}`);
  const card = Card.safeParse(JSON.parse(text.toString()));
  if (!card.success) throw new BackupError(`The card of backup ${id} cannot be read`);
  return card.data;
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
  const card = await readCard(place, id);
  for (const part of card.parts) await readPart(place, part);
  tell?.('every piece is as it was written');
  const pieces = async function* () {
    for (const part of card.parts) yield await readPart(place, part);
  };
  await bringMedia(place, card, mediaDir, tell);
  await restoreDump(databaseUrl, card.kind, pieces());
  return card;
}

async function readPart(place: Place, { name, sha256: wanted }: Card['parts'][number]): Promise<Buffer> {
  const body = await place.get(name);
  if (!body) throw new BackupError(`The piece ${name} is missing in ${place.name}`);
  if (sha256(body) !== wanted)
    throw new BackupError(`The piece ${name} is not what was written: the backup is damaged`);
  return body;
}

async function bringMedia(place: Place, { media }: Card, mediaDir: string, tell?: (how: string) => void) {
  const there = await filesBelow(mediaDir);
  for (const { name, bytes } of media) {
    if (there.get(name) === bytes) continue;
    const body = await place.get(`${MEDIA}/${name}`);
    if (!body) throw new BackupError(`${MEDIA}/${name} is missing in ${place.name}`);
    const path = join(mediaDir, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(`${path}.part`, body);
    await rename(`${path}.part`, path);
    tell?.(name);
  }
}
