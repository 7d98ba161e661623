import { lock } from '../lock.ts';
import { digestOfSources } from '../plan/sources.ts';
import { clearLeft } from '../release/switch.ts';
import { type BundleOptions, bundleOf } from './bundle.ts';

/** Makes the bundle of the present sources before a rebuild, which then finds it: no bundle depends on the database. */
export async function prepareBundle(options: BundleOptions): Promise<void> {
  const { projectDir, dataDir, origin, settings } = options;
  const unlock = await lock(dataDir, { wait: true });
  try {
    await clearLeft(dataDir);
    await bundleOf(digestOfSources(projectDir, origin, settings), options);
  } finally {
    unlock();
  }
}
