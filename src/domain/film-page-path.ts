export const FILMS_FOLDER = 'films';

// Keys are random, so shards named after the last two characters fill evenly. Any web host can find
// a page by one pattern: `^/v/[^/]+/([\w-]*([\w-]{2}))/?$` → `/films/$2/$1.html`.
export const filmShard = (movieKey: string): string => movieKey.slice(-2);

/** `/films/b3/xKq7b3.html`, relative to the release; null for an invalid key. */
export const filmPagePath = (movieKey: string): string | null =>
  /^[\w-]{1,40}$/.test(movieKey)
    ? `/${FILMS_FOLDER}/${filmShard(movieKey)}/${movieKey}.html`
    : null;
