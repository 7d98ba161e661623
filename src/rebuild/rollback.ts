import { RebuildError } from './errors.ts';
import { bringOut, goLive, type Outlets } from './live.ts';
import { lock } from './lock.ts';
import type { RebuildOptions } from './rebuild.ts';
import { type Release, releaseAt } from './release/card.ts';
import { releaseDir, releaseIds } from './release/folders.ts';
import { heldFrom, holdFrom } from './release/held.ts';
import { servedId } from './release/switch.ts';

/** The release that is served, and the one before it. Throws a sentence when there is none. */
export function releasesOfWayBack(siteDir: string, dataDir: string): { left: Release; before: Release } {
  const served = servedId(siteDir);
  const older = releaseIds(dataDir).filter((id) => served !== null && id < served);
  const before = older.map((id) => releaseAt(releaseDir(dataDir, id))).find((release) => release !== null);
  const left = releaseAt(siteDir);
  if (!before || !left) throw new RebuildError('There is no release to go back to');
  return { left, before };
}

type RollbackOptions = Outlets & Pick<RebuildOptions, 'wait'>;

/** Serves the release before the current one again, until something newer than what was left is there to build. Throws a sentence when there is none. */
export async function rollback({ wait, ...outlets }: RollbackOptions) {
  const { siteDir, dataDir } = outlets;
  const unlock = await lock(dataDir, { wait: wait ?? false });
  try {
    const { left, before } = releasesOfWayBack(siteDir, dataDir);
    // Twice back: what was left first is still what is not wanted.
    if (!heldFrom(dataDir)) holdFrom(dataDir, left);
    goLive(outlets, before);
    return { from: left.id, to: before.id, ...(await bringOut(outlets)) };
  } finally {
    unlock();
  }
}
