import { createHash } from 'node:crypto';
import { BackupError, type Card, MEDIA } from './card.ts';
import type { Place } from './place.ts';

export const sha256 = (body: Uint8Array): string => createHash('sha256').update(body).digest('hex');

/**
 * Whether a backup is there as it was written: the pieces of its database by their digests, and its media, which are named by what is
 * in them, by name and size. Throws BackupError.
 */
export async function compareBackup(place: Place, card: Pick<Card, 'parts' | 'media'>): Promise<void> {
  await comparePieces(place, card);
  const there = await place.list(MEDIA);
  for (const { name, bytes } of card.media)
    if (there.get(`${MEDIA}/${name}`) !== bytes)
      throw new BackupError(`${MEDIA}/${name} is missing in ${place.name}, or not what was written`);
}

/** The database's alone. Throws BackupError. */
export async function comparePieces(place: Place, { parts }: Pick<Card, 'parts'>): Promise<void> {
  for (const part of parts) await readPart(place, part);
}

export async function readPart(place: Place, { name, sha256: wanted }: Card['parts'][number]): Promise<Buffer> {
  const body = await place.get(name);
  if (!body) throw new BackupError(`The piece ${name} is missing in ${place.name}`);
  if (sha256(body) !== wanted)
    throw new BackupError(`The piece ${name} is not what was written: the backup is damaged`);
  return body;
}
