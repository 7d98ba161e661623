import { FOR_OTHER_SITES, pageHeaders } from '#domain/security-headers.ts';
import { EMBED_SCRIPT } from '#routes.ts';
import { HASHED_FOLDER } from '../release/folders.ts';
import { CACHE_REVALIDATE, FILM_SHELL, CACHE_FOREVER, type HostOptions, SHELLS } from './rules.ts';

/**
 * Netlify and Cloudflare Pages serve existing files first. They cannot tell withdrawn from unknown
 * films: both get the shell.
 */
export const redirectsFile = (): string =>
  [
    ...SHELLS.filter(({ file }) => file !== FILM_SHELL).map(
      ({ glob, file }) => `${placeholders(glob)} ${file} 200`,
    ),
    `/v/:name/:key ${FILM_SHELL} 200`,
    '/* /404.html 404',
    '',
  ].join('\n');

export const headersFile = (site: Pick<HostOptions, 'isHttps'>): string =>
  [
    '/*',
    ...Object.entries(pageHeaders(site)).map(([name, value]) => `  ${name}: ${value}`),
    `  Cache-Control: ${CACHE_REVALIDATE}`,
    `/${HASHED_FOLDER}/*`,
    '  ! Cache-Control',
    `  Cache-Control: ${CACHE_FOREVER}`,
    EMBED_SCRIPT,
    ...Object.entries(FOR_OTHER_SITES).flatMap(([name, value]) => [
      `  ! ${name}`,
      `  ${name}: ${value}`,
    ]),
    '',
  ].join('\n');

/** These hosts allow `*` only at the end of a path; other parameters need a name. */
function placeholders(glob: string): string {
  let count = 0;
  return glob.replace(/\*/g, () => `:part${++count}`);
}
