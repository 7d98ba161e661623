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

/**
 * Called with the time of each stored reply that is used, and with null after a reply of the
 * server.
 */
export function onStoredReply(listener: Listener) {
  listeners.add(listener);
}

interface KeptCall<Reply> {
  address: string;
  send: () => Promise<Response>;
  /** Throws if the response is not a reply of our server. */
  read: (response: Response) => Promise<Reply>;
}

/**
 * Without a network, returns the reply that this device stored earlier. Throws OfflineError if
 * there is none. Stores a reply only after `read` has accepted it: a captive portal also responds.
 */
export async function readReplyOrStored<Reply>({
  address,
  send,
  read,
}: KeptCall<Reply>): Promise<Reply> {
  try {
    const response = await send();
    const copy = response.clone();
    const reply = await read(response);
    void store(address, copy).catch(() => undefined);
    notifyListeners(null);
    return reply;
  } catch (error) {
    const stored = error instanceof OfflineError ? await findStored(address) : undefined;
    if (!stored) throw error;
    const reply = await read(stored);
    notifyListeners(new Date(stored.headers.get(STORED_AT) ?? 0));
    return reply;
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

const findStored = async (address: string): Promise<Response | undefined> =>
  globalThis.caches?.match(address, { cacheName: CACHE }).catch(() => undefined);
