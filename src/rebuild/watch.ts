import { setTimeout as pause } from 'node:timers/promises';
import type { Outlets } from './live.ts';
import { catalogueAt } from './plan/catalogue.ts';
import { isAnythingUntold } from './purge/note.ts';
import { releaseAt } from './release/card.ts';
import { heldFrom } from './release/held.ts';

export interface WatchOptions {
  apiOrigin: string;
  siteDir: string;
  dataDir: string;
  cdn?: Outlets['cdn'];
  /** Makes a release when one is due; what it throws is its caller's to tell. */
  rebuild: () => Promise<unknown>;
  signal: AbortSignal;
  everySeconds?: number;
  /** How long nothing may change before what changed is built; also how often it looks. */
  quietMs?: number;
}

/** Chosen: between two changes of one evening's work lie less than these; who changes without end waits no longer than a minute. */
const QUIET_MS = 5000;
const LONGEST_WAIT_MS = 60_000;
/**
 * What no film tells (collections, content pages, films whose day came) is looked for in this rhythm. Chosen: a clock beside the
 * site's folder, not a job of pg-boss: any worker of a cluster could take that one, and releases lie on this machine's disk.
 */
const EVERY_SECONDS = 600;

/**
 * Rebuilds when the catalogue changed and is quiet again, and by the clock. It asks the catalogue itself, with one cheap call
 * every few seconds: whoever changes films, in whatever process, need not know of rebuilds.
 */
export async function watchCatalogue(options: WatchOptions): Promise<void> {
  const { signal, rebuild, everySeconds = EVERY_SECONDS, quietMs = QUIET_MS } = options;
  // Without a release the first one is due, also of a catalogue that has no film yet.
  const nextDue = (seconds: number) => (releaseAt(options.siteDir) ? Date.now() + seconds * 1000 : 0);
  let due = nextDue(everySeconds);
  while (!signal.aborted) {
    const changed = await newest(options).catch(() => null);
    if (changed !== null) await untilQuiet(options, changed);
    else if (Date.now() < due) {
      await pause(quietMs, undefined, { signal }).catch(() => undefined);
      continue;
    }
    if (signal.aborted) return;
    const before = releaseAt(options.siteDir)?.id;
    await rebuild();
    // A network that was away is told the rest before the next change.
    const isTold = !options.cdn || !isAnythingUntold(options.dataDir);
    due = nextDue(Math.min(everySeconds, isTold ? Infinity : LONGEST_WAIT_MS / 1000));
    // A build that failed is tried again, but not at once: it would fail all the while.
    const hasFailed = changed !== null && releaseAt(options.siteDir)?.id === before;
    await pause(hasFailed ? LONGEST_WAIT_MS : quietMs, undefined, { signal }).catch(() => undefined);
  }
}

/** The cursor of what changed after another (or since the release); null when nothing did. */
async function newest({ apiOrigin, siteDir, dataDir }: WatchOptions, after?: string): Promise<string | null> {
  const since = after ?? (heldFrom(dataDir) ?? releaseAt(siteDir))?.cursor;
  const { changed, removed, cursor } = await catalogueAt(apiOrigin).changes(since);
  return changed.length + removed.length > 0 ? cursor : null;
}

async function untilQuiet(options: WatchOptions, changed: string) {
  const end = Date.now() + LONGEST_WAIT_MS;
  for (let last: string | null = changed; last !== null && Date.now() < end && !options.signal.aborted;) {
    await pause(options.quietMs ?? QUIET_MS, undefined, { signal: options.signal }).catch(() => undefined);
    last = await newest(options, last).catch(() => null);
  }
}
