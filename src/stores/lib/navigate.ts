/** Opens a page of the site. */
export const go = (path: string) => globalThis.location?.assign(path);

/** Opens a page of the site in this one's place: Back does not return here. */
export const goInstead = (path: string) => globalThis.location?.replace(path);

/** Fetches this page anew, as where the house has a newer release and no more what this one would load. */
export const reload = () => globalThis.location?.reload();

/** Where this page is, without a slash at the end. */
export const here = () => ({
  pathname: globalThis.location.pathname.replace(/(?<=.)\/$/, ''),
  search: globalThis.location.search,
});

/** Whether the address names this part of the page; the name is taken out of it, so that a reload does not ask again. */
export function takeHash(name: string): boolean {
  if (globalThis.location.hash !== `#${name}`) return false;
  const { pathname, search } = globalThis.location;
  globalThis.history?.replaceState(globalThis.history.state, '', pathname + search);
  return true;
}

/** Gives this page another address without leaving it; Back returns to the one before. */
export function showAddress(path: string) {
  const { pathname, search } = here();
  if (path !== pathname + search) globalThis.history?.pushState(null, '', path);
}

/** Back or Forward led to another address of this page. Gives what ends the watch. */
export function onReturn(follow: () => void) {
  globalThis.addEventListener?.('popstate', follow);
  return () => globalThis.removeEventListener?.('popstate', follow);
}

/**
 * Gives something that opened over this page an entry in the history: Back calls `close` and stays here. Gives what to call when it
 * was closed in another way, which takes the entry out again; after Back, or a second time, that does nothing.
 */
export function closeOnBack(close: () => void): () => void {
  let isThere = true;
  globalThis.history?.pushState(null, '');
  const unwatch = onReturn(() => {
    isThere = false;
    unwatch();
    close();
  });
  return () => {
    if (!isThere) return;
    isThere = false;
    unwatch();
    globalThis.history?.back();
  };
}
