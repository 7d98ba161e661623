import { RebuildError } from './errors.ts';
import { acquireLock } from './lock.ts';
import {
  activateAndRecordPurges,
  publishActiveRelease,
  type PublishTargets,
} from './publish-targets.ts';
import type { RebuildOptions } from './rebuild.ts';
import { activeReleaseId } from './release/activate.ts';
import { releaseDir, releaseIds } from './release/folders.ts';
import { readRelease, type Release } from './release/manifest.ts';
import { readRolledBack, saveRolledBack } from './release/rolled-back.ts';

/**
 * Returns the active release and the newest older one. Throws RebuildError if either is missing.
 */
export function findRollbackReleases(
  siteDir: string,
  dataDir: string,
): { current: Release; previous: Release } {
  const activeId = activeReleaseId(siteDir);
  const olderIds = releaseIds(dataDir).filter((id) => activeId !== null && id < activeId);
  const previous = olderIds
    .map((id) => readRelease(releaseDir(dataDir, id)))
    .find((release) => release !== null);
  const current = readRelease(siteDir);
  if (!previous || !current) throw new RebuildError('There is no older release to roll back to');
  return { current, previous };
}

/**
 * Activates the previous release until the catalogue or the sources are newer than the rolled-back
 * release.
 */
export async function rollback({
  wait,
  ...targets
}: PublishTargets & Pick<RebuildOptions, 'wait'>) {
  const { siteDir, dataDir } = targets;
  const releaseLock = await acquireLock(dataDir, { wait: wait ?? false });
  try {
    const { current, previous } = findRollbackReleases(siteDir, dataDir);
    // After a second rollback, the first rolled-back release stays recorded: it is the newest.
    if (!readRolledBack(dataDir)) saveRolledBack(dataDir, current);
    activateAndRecordPurges(targets, previous);
    return { from: current.id, to: previous.id, ...(await publishActiveRelease(targets)) };
  } finally {
    releaseLock();
  }
}
