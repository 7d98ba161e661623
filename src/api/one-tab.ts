import { storageArea } from './browser-storage.ts';

/** A lock this old belongs to a closed tab; a call times out earlier (http.ts). */
const ABANDONED_MS = 35_000;
/**
 * After this time, all tabs see a written value: browsers copy local storage to other tabs with a
 * delay.
 */
const SETTLE_MS = 100;

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * Runs `work` in one tab at a time; the next tab sees what it stored. Without the Web Locks API
 * (plain http, blocked storage), uses a lock in local storage.
 */
export async function runInOneTab(name: string, work: () => Promise<void>): Promise<void> {
  if (!globalThis.navigator?.locks) return runWithStorageLock(name, work);
  return new Promise((resolve, reject) => {
    const start = async () => {
      await work().then(resolve, reject);
      await pause(SETTLE_MS);
    };
    navigator.locks
      .request(name, start)
      .catch(() => runWithStorageLock(name, work).then(resolve, reject));
  });
}

async function runWithStorageLock(name: string, work: () => Promise<void>) {
  const storage = storageArea('local');
  const ownId = crypto.getRandomValues(new Uint32Array(2)).join('-');
  const holder = () => storage.read(name)?.split('@')[0];
  while (holder() !== ownId) {
    if (isLockFree(storage.read(name))) storage.write(name, `${ownId}@${Date.now()}`);
    // If several tabs write at once, all read the last value, so only that tab continues.
    await pause(SETTLE_MS);
  }
  try {
    await work();
  } finally {
    if (holder() === ownId) storage.write(name, null);
  }
}

function isLockFree(lock: string | null) {
  const lockedAt = Number(lock?.split('@')[1]);
  return !(Math.abs(Date.now() - lockedAt) < ABANDONED_MS);
}
