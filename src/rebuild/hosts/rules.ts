import { FILMS_FOLDER } from '#domain/film-file.ts';
import { type Route, routes, shellPath } from '#routes.ts';

/** What every host that serves a release must do, told once; each host's file says it in that host's words. */

export const FOREVER = 'public, max-age=31536000, immutable';
export const CHECKED = 'public, max-age=0, must-revalidate';

/** A film's page by its key, whatever name stands before it: the key, and the drawer that it lies in. */
export const FILM_PATTERN = '^/v/[^/]+/([0-9A-Za-z_-]*([0-9A-Za-z_-][0-9A-Za-z_-]))/?$';
export const filmFileBy = (key: string, drawer: string) => `/${FILMS_FOLDER}/${drawer}/${key}.html`;
/** What a release is made of and what is no address: films' drawers, and cards (`/.release.json`). */
export const INNER_PATTERN = `^/+(${FILMS_FOLDER}/|[.][a-z]+[.]json$)`;

export interface Shell {
  /** Of an address, as a regular expression. */
  pattern: string;
  /** Of an address, with `*` for a parameter. */
  glob: string;
  file: string;
}

/** Addresses whose one page stands for every value of their parameters; films have their own rule. */
export const SHELLS: Shell[] = (Object.values(routes) as Route[])
  .filter(({ build }) => build === 'shell')
  .map(({ path }) => ({
    pattern: `^${path.replace(/\{\w+\}/g, '[^/]+')}/?$`,
    glob: path.replace(/\{\w+\}/g, '*'),
    file: `${shellPath(path)}index.html`,
  }));

/** The page for films that are newer than the release. */
export const FILM_SHELL = `${shellPath(routes.publicMovie.path)}index.html`;

/** The largest body that the API takes is a poster of 10 MB (`SUBMISSION_POSTER_MAX_BYTES`). */
export const BODY_LIMIT_MB = 12;
/** Chosen: for the headers of a request, or between two parts of its body, on a slow phone. */
export const TIMEOUT_SECONDS = 30;

export interface HostOptions {
  /** The folder that the current release is linked to. */
  siteDir: string;
  /** The addresses of the processes behind the proxy: `http://127.0.0.1:4321`. The streaming service also answers films that the release lacks. */
  servers: { auth: string[]; streaming: string[] };
  /** The host names that it serves. */
  names: string[];
  port: number;
  /** Files in PEM; null if TLS ends at a proxy before this one, or there is none. */
  tls: { certificate: string; key: string } | null;
  /** The port whose requests are redirected to https. */
  redirectFrom: number | null;
  /** Whether browsers reach the site over https, here or at a proxy before it. */
  isHttps: boolean;
}
