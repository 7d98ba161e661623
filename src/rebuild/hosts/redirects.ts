import { pageHeaders } from '#domain/security-headers.ts';
import { CHECKED, FILM_SHELL, FOREVER, type HostOptions, SHELLS } from './rules.ts';

/**
 * `_redirects` and `_headers`, as Netlify and Cloudflare Pages read them, for a release as a bucket has it: every film at its own
 * address. A file that is there goes before a rule. Such a host cannot tell a withdrawn film from one that it never heard
 * of: both get the page for new films, which asks and says so.
 */
export const redirectsFile = (): string =>
  [
    ...SHELLS.filter(({ file }) => file !== FILM_SHELL).map(({ glob, file }) => `${placeholders(glob)} ${file} 200`),
    `/v/:name/:key ${FILM_SHELL} 200`,
    '/* /404.html 404',
    '',
  ].join('\n');

export const headersFile = (site: Pick<HostOptions, 'isHttps'>): string =>
  [
    '/*',
    ...Object.entries(pageHeaders(site)).map(([name, value]) => `  ${name}: ${value}`),
    `  Cache-Control: ${CHECKED}`,
    '/_astro/*',
    '  ! Cache-Control',
    `  Cache-Control: ${FOREVER}`,
    '',
  ].join('\n');

/** A `*` stands only at the end there; a part in the middle has a name. */
function placeholders(glob: string): string {
  let count = 0;
  return glob.replace(/\*/g, () => `:part${++count}`);
}
