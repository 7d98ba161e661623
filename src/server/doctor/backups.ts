import { randomUUID } from 'node:crypto';
import { DAY, HOUR } from '#domain/limits.ts';
import { listBackups, readCard } from '../backup/restore.ts';
import { type Check, ill, look, well } from './finding.ts';

/** One that was missed may be made within the day; two in a row are a fault. */
const OLDEST = 1.5 * DAY;

export const backupsAreMade: Check = async ({ backups: place, now }) => {
  if (!place)
    return look(
      'backup',
      'Nobody backs this house up by itself',
      'Set BACKUP_TO to a folder on another disk, or to a bucket.',
    );
  const probe = `.doctor-${randomUUID()}`;
  try {
    await place.put(probe, new Uint8Array(1));
    await place.remove(probe);
  } catch (error) {
    return ill(
      'backup',
      `Backups cannot be written to ${place.name} (${(error as Error).message})`,
      'Look at BACKUP_TO: room, and the right to write there.',
    );
  }
  const [newest] = await listBackups(place);
  const age = newest === undefined ? newest : now().getTime() - Date.parse((await readCard(place, newest)).madeAt);
  const remedy = `The log of the worker says what keeps it. Make one now: npm run cinema -- backup make ${place.name}`;
  if (age === undefined) return ill('backup', `There is no backup in ${place.name}`, remedy);
  const says = `The newest backup in ${place.name} is ${Math.round(age / HOUR)} hours old`;
  return age > OLDEST ? ill('backup', says, remedy) : well('backup', says);
};
