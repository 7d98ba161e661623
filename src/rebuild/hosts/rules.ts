import { FILMS_FOLDER } from '#domain/film-page-path.ts';
import { type Route, routes, shellPath } from '#routes.ts';

/**
 * The rules that every web server of a release must follow. caddy.ts, nginx.ts and redirects.ts
 * write them in each server's syntax.
 */

export const CACHE_FOREVER = 'public, max-age=31536000, immutable';
export const CACHE_REVALIDATE = 'public, max-age=0, must-revalidate';

/** Matches a film's path with any slug; captures the key and its shard. */
export const FILM_PATTERN = '^/v/[^/]+/([0-9A-Za-z_-]*([0-9A-Za-z_-][0-9A-Za-z_-]))/?$';
export const filmFilePath = (key: string, shard: string) => `/${FILMS_FOLDER}/${shard}/${key}.html`;
/**
 * Paths that are not public: film shards, manifests (`/.release.json`), and the sandboxes of a
 * server that has them.
 */
export const INTERNAL_PATTERN = `^/+(${FILMS_FOLDER}/|sandbox(/|$)|[.][a-z]+[.]json$)`;

export interface Shell {
  pattern: string;
  /** The path with `*` for each parameter. */
  glob: string;
  file: string;
}

/** Routes with one page for all parameter values, without films. */
export const SHELLS: Shell[] = (Object.values(routes) as Route[])
  .filter(({ build }) => build === 'shell')
  .map(({ path }) => ({
    pattern: `^${path.replace(/\{\w+\}/g, '[^/]+')}/?$`,
    glob: path.replace(/\{\w+\}/g, '*'),
    file: `${shellPath(path)}index.html`,
  }));

/**
 * The page for film addresses without a page in this release: newer, withdrawn or unknown films.
 */
export const FILM_SHELL = `${shellPath(routes.publicMovie.path)}index.html`;

/** Above the largest upload, a poster of 10 MB (`POSTER_MAX_BYTES`). */
export const BODY_LIMIT_MB = 12;
/** Chosen: enough for the headers, or between two chunks of a body, on a slow phone. */
export const TIMEOUT_SECONDS = 30;

export interface HostOptions {
  siteDir: string;
  /**
   * Origins of the processes behind the proxy. The streaming service also serves films that the
   * release lacks.
   */
  servers: { auth: string[]; streaming: string[] };
  hostNames: string[];
  port: number;
  /** PEM files; null without TLS or behind a TLS proxy. */
  tls: { certificate: string; key: string } | null;
  /** The HTTP port that redirects to https; null if none does. */
  redirectFrom: number | null;
  /** Whether browsers use https, to this web server or to a proxy in front of it. */
  isHttps: boolean;
  /** nginx has the module brotli. Caddy compresses with zstd. */
  hasBrotli?: boolean;
}
