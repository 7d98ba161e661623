/**
 * What a browser stores for use without a network: pages, replies and films, all in the Cache
 * Storage of the site.
 */
const SCRIPT = '/service-worker.js';
const env: Partial<ImportMetaEnv> = import.meta.env ?? {};

const container = () =>
  (globalThis.navigator as Navigator | undefined)?.serviceWorker as
    | ServiceWorkerContainer
    | undefined;

/**
 * Waits until the page has loaded. False if the browser has no service workers, or the operator
 * switched them off.
 */
export async function registerWorker(): Promise<boolean> {
  const workers = container();
  if (!workers || !globalThis.caches || env.PUBLIC_SERVICE_WORKER === 'off') return false;
  if (document.readyState !== 'complete')
    await new Promise((resolve) => addEventListener('load', resolve, { once: true }));
  return workers.register(SCRIPT, { updateViaCache: 'none' }).then(
    () => true,
    () => false,
  );
}

/** `paths` of the site. Needs a registered worker. */
export async function keepPages(paths: string[]): Promise<void> {
  (await navigator.serviceWorker.ready).active?.postMessage({ keep: paths });
}

/** If the page closes meanwhile, the worker deletes the rest. */
export async function deleteDeviceData(): Promise<void> {
  container()?.controller?.postMessage({ forget: true });
  const names = (await globalThis.caches?.keys().catch(() => [])) ?? [];
  await Promise.all(names.map((name) => caches.delete(name).catch(() => false)));
}
