import { RebuildError } from './errors.ts';
import { lock } from './lock.ts';
import { publish } from './publish/publish.ts';
import type { RebuildOptions } from './rebuild.ts';
import { releaseAt } from './release/card.ts';
import { releaseDir, releaseIds } from './release/folders.ts';
import { heldFrom, holdFrom } from './release/held.ts';
import { servedId, switchTo } from './release/switch.ts';

type RollbackOptions = Pick<RebuildOptions, 'siteDir' | 'dataDir' | 'publisher' | 'wait'>;

/** Serves the release before the current one again, until something newer than what was left is there to build. Throws a sentence when there is none. */
export async function rollback({ siteDir, dataDir, publisher, wait }: RollbackOptions) {
  const unlock = await lock(dataDir, { wait: wait ?? false });
  try {
    const served = servedId(siteDir);
    const before = releaseIds(dataDir).find(
      (id) => served !== null && id < served && releaseAt(releaseDir(dataDir, id)),
    );
    const left = releaseAt(siteDir);
    if (!before || !left) throw new RebuildError('There is no release to go back to');
    // Twice back: what was left first is still what is not wanted.
    if (!heldFrom(dataDir)) holdFrom(dataDir, left);
    switchTo(siteDir, dataDir, before);
    const release = releaseAt(siteDir);
    if (publisher && release) await publish(publisher, dataDir, release);
    return { from: left.id, to: before };
  } finally {
    unlock();
  }
}
