import { acquireLock } from '../lock.ts';
import { digestOfSources } from '../plan/sources.ts';
import { removeLeftovers } from '../release/cleanup.ts';
import { type BundleOptions, ensureBundle } from './bundle.ts';

/** Builds the bundle before the first rebuild. A bundle does not depend on the database. */
export async function prepareBundle(options: BundleOptions): Promise<void> {
  const { projectDir, dataDir, origin, settings } = options;
  const releaseLock = await acquireLock(dataDir, { wait: true });
  try {
    await removeLeftovers(dataDir);
    await ensureBundle(digestOfSources(projectDir, origin, settings), options);
  } finally {
    releaseLock();
  }
}
