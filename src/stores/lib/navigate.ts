export const goToPage = (path: string) => globalThis.location?.assign(path);

export const replacePage = (path: string) => globalThis.location?.replace(path);

/** Keeps the label of a link (link-source.ts). */
export const replacePageKeepingQuery = (path: string) =>
  replacePage(path + globalThis.location.search);

export const reloadPage = () => globalThis.location?.reload();

export const currentLocation = () => ({
  pathname: globalThis.location.pathname.replace(/(.)\/$/, '$1'),
  search: globalThis.location.search,
});

/** Whether the URL has this hash. Removes it, so a reload does not repeat the action. */
export function consumeHash(name: string): boolean {
  if (globalThis.location.hash !== `#${name}`) return false;
  const { pathname, search } = globalThis.location;
  replaceUrl(pathname + search);
  return true;
}

export const replaceUrl = (path: string) =>
  globalThis.history?.replaceState(globalThis.history.state, '', path);

export function pushUrl(path: string) {
  const { pathname, search } = currentLocation();
  if (path !== pathname + search) globalThis.history?.pushState(null, '', path);
}

export const goBackInHistory = () => globalThis.history?.back();

export function onBackOrForward(listener: () => void) {
  globalThis.addEventListener?.('popstate', listener);
  return () => globalThis.removeEventListener?.('popstate', listener);
}

// A history entry for an overlay: Back calls `close` instead of leaving the page.
// Call the returned function when the overlay closes in another way: it removes the entry.
export function closeOnBack(close: () => void): () => void {
  let hasEntry = true;
  globalThis.history?.pushState(null, '');
  const removeListener = onBackOrForward(() => {
    hasEntry = false;
    removeListener();
    close();
  });
  return () => {
    if (!hasEntry) return;
    hasEntry = false;
    removeListener();
    globalThis.history?.back();
  };
}
