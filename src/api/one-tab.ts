import { storageArea } from './tokens.ts';

/** A tab that died while it held the turn is waited for no longer than this; a call gives up earlier (api/http.ts). */
const ABANDONED_MS = 35_000;
/** Long enough for a tab's note to be seen by the others. */
const SETTLE_MS = 60;

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * Runs `work` in one tab at a time. Where the browser has no locks, as on plain http, or refuses them, as it does with storage
 * blocked, a note in the storage keeps the turns.
 */
export async function inOneTab(name: string, work: () => Promise<void>): Promise<void> {
  if (!globalThis.navigator?.locks) return byNote(name, work);
  let isBegun = false;
  const begin = () => {
    isBegun = true;
    return work();
  };
  return navigator.locks.request(name, begin).catch((error: unknown) => {
    if (isBegun) throw error;
    return byNote(name, work);
  });
}

async function byNote(name: string, work: () => Promise<void>) {
  const note = storageArea('local');
  const mine = crypto.getRandomValues(new Uint32Array(2)).join('-');
  const holder = () => note.read(name)?.split('@')[0];
  while (holder() !== mine) {
    if (isFree(note.read(name))) note.write(name, `${mine}@${Date.now()}`);
    // Of several that write at once the last is read by all: only that one goes on.
    await pause(SETTLE_MS);
  }
  try {
    await work();
  } finally {
    if (holder() === mine) note.write(name, null);
  }
}

function isFree(note: string | null) {
  const since = Number(note?.split('@')[1]);
  return !(Math.abs(Date.now() - since) < ABANDONED_MS);
}
