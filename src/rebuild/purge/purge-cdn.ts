import { setTimeout as pause } from 'node:timers/promises';
import { type Cdn, CdnError, MAX_URLS_PER_CALL } from '#server/ports/publisher/cdn.ts';
import { NO_PENDING_PURGES, readPendingPurges } from '#server/ports/publisher/pending-purges.ts';
import { hasPendingPurges, savePendingPurges } from './record-purges.ts';

/** Count of URLs; `all`: the whole cache. */
type Count = number | 'all';

/** Part of the JSON output of `cinema rebuild`: its keys are public. */
export interface PurgeResult {
  /** Purged URLs. */
  purged: Count;
  /** URLs that the next rebuild purges. */
  notPurged: Count;
  /** The error; null if nothing is left. */
  error: string | null;
}

type Purge = string[] | 'everything';

/**
 * Null without pending purges. A failed purge stays pending and fails no rebuild, because the
 * release is active already.
 */
export async function purgeCdn(
  cdn: Cdn,
  dataDir: string,
  origin: string,
): Promise<PurgeResult | null> {
  if (!hasPendingPurges(dataDir)) return null;
  const { since, all, paths } = readPendingPurges(dataDir) ?? { since: null, all: true, paths: [] };
  const purges: Purge[] = all ? ['everything'] : batchesOf(paths);
  const { acceptedCount, error } = await sendPurges(cdn, purges, origin);
  const notPurged = purges.slice(acceptedCount);
  if (error === null) savePendingPurges(dataDir, NO_PENDING_PURGES);
  else
    savePendingPurges(dataDir, {
      since: since ?? new Date().toISOString(),
      all,
      paths: all ? [] : notPurged.flat(),
    });
  return {
    purged: countOf(purges.slice(0, acceptedCount)),
    notPurged: countOf(notPurged),
    error: error,
  };
}

const batchesOf = (paths: string[]): string[][] =>
  Array.from({ length: Math.ceil(paths.length / MAX_URLS_PER_CALL) }, (_, index) =>
    paths.slice(index * MAX_URLS_PER_CALL, (index + 1) * MAX_URLS_PER_CALL),
  );

const countOf = (purges: Purge[]): Count =>
  purges.includes('everything') ? 'all' : purges.flat().length;

/** Stops at the first failure. */
async function sendPurges(cdn: Cdn, purges: Purge[], origin: string) {
  const purgeWithRetries = withRetries(cdn, MAX_RETRY_MS);
  let acceptedCount = 0;
  try {
    for (const purge of purges) {
      await purgeWithRetries(
        purge === 'everything' ? purge : purge.map((path) => new URL(path, origin).href),
      );
      acceptedCount++;
    }
    return { acceptedCount, error: null };
  } catch (error) {
    if (error instanceof CdnError) return { acceptedCount, error: error.message };
    throw error;
  }
}

/** Chosen: the longest total wait of one rebuild for a CDN that answers with Retry-After. */
const MAX_RETRY_MS = 30_000;
const SHORTEST_PAUSE_MS = 100;

function withRetries(cdn: Cdn, maxMs: number): Cdn['purge'] {
  let remainingMs = maxMs;
  return async (urls) => {
    for (;;)
      try {
        return await cdn.purge(urls);
      } catch (error) {
        const retryAfterMs = error instanceof CdnError ? error.retryAfterMs : null;
        if (retryAfterMs === null || retryAfterMs > remainingMs) throw error;
        const pauseMs = Math.max(retryAfterMs, SHORTEST_PAUSE_MS);
        remainingMs -= pauseMs;
        await pause(pauseMs);
      }
  };
}
