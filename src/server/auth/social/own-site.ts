import type { Config } from '../../config/config.ts';

/**
 * `origin` is this server, `siteOrigins` serve its pages. Also accepts a request with neither
 * Sec-Fetch-Site nor Origin: browsers send Origin with every cross-site POST, and other programs do
 * not have the viewer's cookies.
 */
export function isFromOwnSite(
  header: (name: string) => string | undefined,
  { origin, siteOrigins }: Pick<Config, 'origin' | 'siteOrigins'>,
): boolean {
  if (header('Sec-Fetch-Site') === 'same-origin') return true;
  const requestOrigin = header('Origin');
  return requestOrigin === undefined
    ? !header('Sec-Fetch-Site')
    : requestOrigin === origin || siteOrigins.includes(requestOrigin);
}
