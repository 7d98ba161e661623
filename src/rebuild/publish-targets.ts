import type { Cdn } from '#server/ports/publisher/cdn.ts';
import type { UploadTarget } from '#server/ports/publisher/publisher.ts';
import { uploadRelease, type UploadResult } from './publish/upload.ts';
import { type PurgeResult, purgeCdn } from './purge/purge-cdn.ts';
import { deletePendingPurges, hasPendingPurges, recordPurges } from './purge/record-purges.ts';
import { activateRelease } from './release/activate.ts';
import { readRelease, type Release } from './release/manifest.ts';

export interface PublishTargets {
  dataDir: string;
  /** The symlink to the active release. */
  siteDir: string;
  /** A second publish target, such as a bucket. */
  publisher?: UploadTarget | null | undefined;
  /** Purged after the release is active and uploaded. */
  cdn?: Cdn | null | undefined;
}

export interface PublishResult {
  published: UploadResult | null;
  /** Null without a CDN or without pending purges. */
  purge: PurgeResult | null;
}

/** Records the purges first: a process that is killed after the activation must not lose them. */
export function activateAndRecordPurges(
  { siteDir, dataDir, cdn }: PublishTargets,
  release: Release,
): void {
  if (cdn) recordPurges(dataDir, readRelease(siteDir), release);
  else deletePendingPurges(dataDir);
  activateRelease(siteDir, dataDir, release.id);
}

/** Whether the bucket or the CDN may lack the active release. */
export const mayBeUnpublished = ({ dataDir, publisher, cdn }: PublishTargets): boolean =>
  Boolean(publisher || (cdn && hasPendingPurges(dataDir)));

/**
 * Uploads the active release and then purges the CDN. Also completes an interrupted upload or
 * purge.
 */
export async function publishActiveRelease(targets: PublishTargets): Promise<PublishResult> {
  const { siteDir, dataDir, publisher, cdn } = targets;
  const release = readRelease(siteDir);
  if (!release) return { published: null, purge: null };
  const published = publisher ? await uploadRelease(publisher, dataDir, release) : null;
  return { published, purge: cdn ? await purgeCdn(cdn, dataDir, release.origin) : null };
}
