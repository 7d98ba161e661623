import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** Stored on disk: the keys must not change. */
const PendingPurges = z.object({
  /** The time of the oldest pending purge; null when none is pending. */
  since: z.iso.datetime().nullable(),
  /** Purge the whole cache; `paths` is empty then. */
  all: z.boolean(),
  /** URL paths, encoded as in links: `/v/kite/Ab3`. */
  paths: z.array(z.string()),
});
export type PendingPurges = z.infer<typeof PendingPurges>;

export const NO_PENDING_PURGES: PendingPurges = { since: null, all: false, paths: [] };

export const pendingPurgesFile = (dataDir: string): string => join(dataDir, 'pending-purges.json');

/** Returns null if the CDN's content is unknown, for example before the first purge. */
export function readPendingPurges(dataDir: string): PendingPurges | null {
  try {
    return PendingPurges.parse(JSON.parse(readFileSync(pendingPurgesFile(dataDir), 'utf8')));
  } catch {
    return null;
  }
}
