import type { Deps } from '../../deps.ts';
import { lastChangeNumber, nextStreamingDate, runningWriters } from './queries.ts';

/**
 * The version of the committed films; null while a film changes, and for reads from a replica,
 * which may lag behind.
 */
export async function readCatalogueVersion(
  deps: Pick<Deps, 'db' | 'readDb' | 'now'>,
): Promise<string | null> {
  const { db, readDb, now } = deps;
  if (readDb !== db) return null;
  // The number is read before the locks, because a writer locks before it takes a number.
  const number = await lastChangeNumber(db);
  const writers = await runningWriters(db);
  if (writers.size > 0) return null;
  const nextDate = await nextStreamingDate(db, now());
  return `${number} ${nextDate?.getTime() ?? ''}`;
}
