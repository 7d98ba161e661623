import { setTimeout as pause } from 'node:timers/promises';
import { AT_ONCE, type Cdn, CdnError } from '#server/ports/publisher/cdn.ts';
import { NOTHING, untoldIn } from '#server/ports/publisher/untold.ts';
import { isAnythingUntold, keepUntold } from './note.ts';

/** How many addresses, or all that the network keeps. */
type Count = number | 'all';

export interface Purge {
  told: Count;
  /** What waits for the next rebuild. */
  left: Count;
  /** Why it waits; null when nothing does. */
  why: string | null;
}

type Call = string[] | 'everything';

/**
 * Tells the network what waits to be told; null when nothing does. What it does not take stays written down for the next
 * rebuild: the site is live already, and a network that is away is no reason to call that failed.
 */
export async function tellCdn(cdn: Cdn, dataDir: string, origin: string): Promise<Purge | null> {
  if (!isAnythingUntold(dataDir)) return null;
  const { since, all, paths } = untoldIn(dataDir) ?? { since: null, all: true, paths: [] };
  const calls: Call[] = all ? ['everything'] : batchesOf(paths);
  const { taken, why } = await tellInTurn(cdn, calls, origin);
  const left = calls.slice(taken);
  if (why === null) keepUntold(dataDir, NOTHING);
  else keepUntold(dataDir, { since: since ?? new Date().toISOString(), all, paths: all ? [] : left.flat() });
  return { told: countOf(calls.slice(0, taken)), left: countOf(left), why };
}

const batchesOf = (paths: string[]): string[][] =>
  Array.from({ length: Math.ceil(paths.length / AT_ONCE) }, (_, at) => paths.slice(at * AT_ONCE, (at + 1) * AT_ONCE));

const countOf = (calls: Call[]): Count => (calls.includes('everything') ? 'all' : calls.flat().length);

/** Until one is not taken. */
async function tellInTurn(cdn: Cdn, calls: Call[], origin: string) {
  const ask = asPatientlyAs(PATIENCE_MS, cdn);
  let taken = 0;
  try {
    for (const call of calls) {
      await ask(call === 'everything' ? call : call.map((path) => new URL(path, origin).href));
      taken++;
    }
    return { taken, why: null };
  } catch (error) {
    if (error instanceof CdnError) return { taken, why: error.message };
    throw error;
  }
}

/** Chosen: how long a rebuild waits in all for a network that asks for pauses. */
const PATIENCE_MS = 30_000;
const SHORTEST_PAUSE_MS = 100;

function asPatientlyAs(ms: number, cdn: Cdn): Cdn['purge'] {
  let patience = ms;
  return async (what) => {
    for (;;)
      try {
        return await cdn.purge(what);
      } catch (error) {
        const asked = error instanceof CdnError ? error.retryAfterMs : null;
        if (asked === null || asked > patience) throw error;
        const pauseMs = Math.max(asked, SHORTEST_PAUSE_MS);
        patience -= pauseMs;
        await pause(pauseMs);
      }
  };
}
