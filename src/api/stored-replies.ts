import { readItem } from './browser-storage.ts';
import { OfflineError } from './errors.ts';
import { serverNow } from './server-clock.ts';

const CACHE = 'replies';
const STORED_AT = 'X-Stored-At';
/** Chosen: the tickets of a year, and some films. */
const MAX_REPLIES = 60;

type Listener = (storedAt: Date | null) => void;
const listeners = new Set<Listener>();
const notifyListeners: Listener = (storedAt) => listeners.forEach((listener) => listener(storedAt));

/** Called with the time of each stored reply that is used, and with null after a reply of the server. */
export function onStoredReply(listener: Listener) {
  listeners.add(listener);
}

/** Without a network, returns the reply that this device stored earlier. Throws OfflineError if there is none. */
export async function sendOrReadStored(address: string, send: () => Promise<Response>): Promise<Response> {
  try {
    const response = await send();
    void store(address, response.clone()).catch(() => undefined);
    notifyListeners(null);
    return response;
  } catch (error) {
    const stored = error instanceof OfflineError ? await read(address) : undefined;
    if (!stored) throw error;
    notifyListeners(new Date(stored.headers.get(STORED_AT) ?? 0));
    return stored;
  }
}

async function store(address: string, response: Response): Promise<void> {
  const cache = await globalThis.caches?.open(CACHE);
  const headers = { 'Content-Type': 'application/json', [STORED_AT]: serverNow().toISOString() };
  const copy = new Response(await response.blob(), { headers });
  // The viewer may have signed out meanwhile.
  if (!cache || !readItem('userToken')) return;
  await cache.put(address, copy);
  const stored = await cache.keys();
  await Promise.all(stored.slice(0, -MAX_REPLIES).map((request) => cache.delete(request)));
}

const read = async (address: string): Promise<Response | undefined> =>
  globalThis.caches?.match(address, { cacheName: CACHE }).catch(() => undefined);
