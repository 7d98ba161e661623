/** Where a release keeps the pages of films; every other page lies at its own address. */
export const FILMS_FOLDER = 'films';

/**
 * The drawer of a film: the last two characters of its key. Keys are made without order, so the drawers fill evenly; and a
 * host needs no more than a pattern to find a page: `^/v/[^/]+/([\w-]*([\w-]{2}))/?$` → `/films/$2/$1.html`.
 */
export const drawerOf = (movieKey: string): string => movieKey.slice(-2);

/** Where the page of a film lies in a release: `/films/b3/xKq7b3.html`; null for what is no key. The name in its address does not matter. */
export const filmFile = (movieKey: string): string | null =>
  /^[\w-]{1,40}$/.test(movieKey) ? `/${FILMS_FOLDER}/${drawerOf(movieKey)}/${movieKey}.html` : null;
