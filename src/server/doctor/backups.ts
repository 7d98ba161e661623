import { npmCommand, sentence } from '#domain/format/sentence.ts';
import { randomUUID } from 'node:crypto';
import { DAY, HOUR } from '#domain/limits/durations.ts';
import { listBackups, readManifest } from '../backup/restore.ts';
import { type Check, problem, warning, healthy } from './finding.ts';

/** A missed nightly backup may still be made within half a day. */
const MAX_BACKUP_AGE = 1.5 * DAY;

export const checkBackups: Check = async ({ config, backups: storage, now }) => {
  if (!storage || !config.backup)
    return warning(
      'There are no scheduled backups',
      'Set BACKUP_TO to a folder on another disk, or to a bucket.',
    );
  const probe = `.doctor-${randomUUID()}`;
  try {
    await storage.put(probe, new Uint8Array(1));
    await storage.remove(probe);
  } catch (error) {
    return problem(
      `Backups cannot be written to ${storage.name} (${(error as Error).message})`,
      'Check BACKUP_TO: free space, and the right to write there.',
    );
  }
  const [newest] = await listBackups(storage);
  const age =
    newest === undefined
      ? newest
      : now().getTime() - Date.parse((await readManifest(storage, newest)).madeAt);
  const remedy = sentence`The log of the worker has the reason. Make a backup now: ${npmCommand('backup make', storage.name)}`;
  if (age === undefined) return problem(`There is no backup in ${storage.name}`, remedy);
  const summary = `The newest backup in ${storage.name} is ${Math.round(age / HOUR)} hours old`;
  return age > MAX_BACKUP_AGE ? problem(summary, remedy) : healthy(summary);
};
