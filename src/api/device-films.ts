/**
 * Encrypted files of films in the Cache Storage. Chosen instead of OPFS: a file is written whole or
 * not at all, deleting a film is one call, and Safari's OPFS writes only in workers.
 */
const PREFIX = 'film-';
const cacheName = (packageKey: string) => `${PREFIX}${packageKey}`;
const addressOf = (packageKey: string, file: string) => `/device-films/${packageKey}/${file}`;
const fileOf = ({ url }: Request, packageKey: string) =>
  new URL(url).pathname.slice(addressOf(packageKey, '').length);

export const canStoreFilms = (): boolean =>
  Boolean(globalThis.caches && globalThis.navigator?.locks);

export async function listStoredFiles(packageKey: string): Promise<Set<string>> {
  const requests = await (await caches.open(cacheName(packageKey))).keys();
  return new Set(requests.map((request) => fileOf(request, packageKey)));
}

/** Null if the file is not on this device. */
export async function readStoredFile(
  packageKey: string,
  file: string,
): Promise<ArrayBuffer | null> {
  const stored = await caches
    .match(addressOf(packageKey, file), { cacheName: cacheName(packageKey) })
    .catch(() => undefined);
  return stored ? stored.arrayBuffer() : null;
}

/** Throws a DOMException `QuotaExceededError` if the device has no space. */
export async function writeStoredFile(
  packageKey: string,
  file: string,
  bytes: ArrayBuffer,
): Promise<void> {
  const cache = await caches.open(cacheName(packageKey));
  await cache.put(addressOf(packageKey, file), new Response(bytes));
}

export const deleteStoredFilm = (packageKey: string): Promise<boolean> =>
  caches.delete(cacheName(packageKey));

/** Package keys. */
export const listStoredFilms = async (): Promise<string[]> =>
  (await caches.keys())
    .filter((name) => name.startsWith(PREFIX))
    .map((name) => name.slice(PREFIX.length));

/** Bytes; null if the browser does not tell. */
export async function freeBytes(): Promise<number | null> {
  const { quota, usage } = (await navigator.storage?.estimate().catch(() => undefined)) ?? {};
  return quota === undefined || usage === undefined ? null : Math.max(0, quota - usage);
}

/** Asks the browser to delete the films only after a question to the viewer. */
export const keepFilms = async (): Promise<void> =>
  void (await navigator.storage?.persist?.().catch(() => false));
