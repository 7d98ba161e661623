import type { Outlets } from '#rebuild/live.ts';
import type { Purge } from '#rebuild/purge/tell.ts';
import type { Config } from '#server/config/config.ts';
import { bucketPublisher } from '#server/ports/publisher/bucket.ts';
import { createCdn } from '#server/ports/publisher/cdn.ts';
import { openStorage } from './cinema/storage.ts';

/** Where a release goes by the settings: SITE_DIR, the bucket of SITE_BUCKET, the network of CDN_PURGE_URL. Throws CommandError. */
export function outletsOf({ siteDir, dataDir, siteBucket, cdnPurge }: Config): Outlets {
  const objects = siteBucket && openStorage(siteBucket, new AbortController().signal);
  return {
    siteDir,
    dataDir,
    publisher: objects && bucketPublisher(objects, siteBucket.prefix),
    cdn: cdnPurge && createCdn(cdnPurge),
  };
}

/** What became of telling the network, in sentences that begin with a space; none when nothing was to tell. */
export function purgeWords(purge: Purge | null): string {
  if (!purge) return '';
  const { told, left, why } = purge;
  const done =
    told === 0 ? '' : ` The delivery network heard that ${told === 'all' ? 'all is' : `${told} addresses are`} new.`;
  return why === null
    ? done
    : `${done} The delivery network waits to hear of ${left === 'all' ? 'all' : `${left} addresses`}, until the next rebuild: ${why}.`;
}
