import type { PublishTargets } from '#rebuild/publish-targets.ts';
import type { PurgeResult } from '#rebuild/purge/purge-cdn.ts';
import type { Config } from '#server/config/config.ts';
import { bucketTarget } from '#server/ports/publisher/bucket.ts';
import { createCdn } from '#server/ports/publisher/cdn.ts';
import { openStorage } from './cinema/storage.ts';

/** Opens the publish targets of SITE_DIR, SITE_BUCKET and CDN_PURGE_URL. Throws CommandError. */
export function publishTargetsOf({
  siteDir,
  dataDir,
  siteBucket,
  cdnPurge,
}: Config): PublishTargets {
  const objects = siteBucket && openStorage(siteBucket, new AbortController().signal);
  return {
    siteDir,
    dataDir,
    publisher: objects && bucketTarget(objects, siteBucket.prefix),
    cdn: cdnPurge && createCdn(cdnPurge),
  };
}

/**
 * Describes the purge of the CDN in sentences that begin with a space; empty if there was nothing
 * to purge.
 */
export function purgeMessage(purge: PurgeResult | null): string {
  if (!purge) return '';
  const { purged, notPurged, error } = purge;
  const done =
    purged === 0 ? '' : ` Purged ${purged === 'all' ? 'all URLs' : `${purged} URLs`} from the CDN.`;
  return error === null
    ? done
    : `${done} ${notPurged === 'all' ? 'All URLs' : `${notPurged} URLs`} could not be purged from the CDN; the next rebuild tries again: ${error}.`;
}
