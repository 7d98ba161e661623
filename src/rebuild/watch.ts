import { setTimeout as pause } from 'node:timers/promises';
import { createCatalogueClient } from './plan/catalogue.ts';
import type { PublishTargets } from './publish-targets.ts';
import { hasPendingPurges } from './purge/record-purges.ts';
import { readRelease } from './release/manifest.ts';
import { readRolledBack } from './release/rolled-back.ts';

interface WatchOptions {
  apiOrigin: string;
  siteDir: string;
  dataDir: string;
  cdn?: PublishTargets['cdn'];
  /** Must handle its own errors, because a rejection would end the loop. */
  rebuild: () => Promise<unknown>;
  signal: AbortSignal;
  everySeconds?: number;
  /** The time without changes before a rebuild; also the polling interval. */
  quietMs?: number;
}

/** Chosen: an operator's edits follow each other faster than this. */
const QUIET_MS = 5000;
const LONGEST_WAIT_MS = 60_000;
/**
 * The interval for changes that the changes feed lacks: collections, content pages, passed
 * streaming dates. Chosen: a timer and not a pg-boss job, because a job may run on any machine and
 * releases are stored on this one.
 */
const EVERY_SECONDS = 600;

/**
 * Polls the catalogue and rebuilds the site after changes, and at a fixed interval. Changes may
 * come from any process.
 */
export async function watchCatalogue(options: WatchOptions): Promise<void> {
  const { signal, rebuild, everySeconds = EVERY_SECONDS, quietMs = QUIET_MS } = options;
  // Without a release, the first build is due at once, also for an empty catalogue.
  const nextDueAt = (seconds: number) =>
    readRelease(options.siteDir) ? Date.now() + seconds * 1000 : 0;
  let dueAt = nextDueAt(everySeconds);
  while (!signal.aborted) {
    const changedCursor = await findNewCursor(options).catch(() => null);
    if (changedCursor !== null) await waitUntilQuiet(options, changedCursor);
    else if (Date.now() < dueAt) {
      await pause(quietMs, undefined, { signal }).catch(() => undefined);
      continue;
    }
    if (signal.aborted) return;
    const previousId = readRelease(options.siteDir)?.id;
    await rebuild();
    // Failed purges are retried every minute.
    const isPurged = !options.cdn || !hasPendingPurges(options.dataDir);
    dueAt = nextDueAt(Math.min(everySeconds, isPurged ? Infinity : LONGEST_WAIT_MS / 1000));
    const hasFailed = changedCursor !== null && readRelease(options.siteDir)?.id === previousId;
    await pause(hasFailed ? LONGEST_WAIT_MS : quietMs, undefined, { signal }).catch(
      () => undefined,
    );
  }
}

/** Returns the newest cursor; null if nothing changed since `after`, or since the release. */
async function findNewCursor(
  { apiOrigin, siteDir, dataDir }: WatchOptions,
  after?: string,
): Promise<string | null> {
  const since = after ?? (readRolledBack(dataDir) ?? readRelease(siteDir))?.cursor;
  const { changed, removed, cursor } = await createCatalogueClient(apiOrigin).changes(since);
  return changed.length + removed.length > 0 ? cursor : null;
}

async function waitUntilQuiet(options: WatchOptions, changedCursor: string) {
  const endAt = Date.now() + LONGEST_WAIT_MS;
  for (
    let last: string | null = changedCursor;
    last !== null && Date.now() < endAt && !options.signal.aborted;
  ) {
    await pause(options.quietMs ?? QUIET_MS, undefined, { signal: options.signal }).catch(
      () => undefined,
    );
    last = await findNewCursor(options, last).catch(() => null);
  }
}
