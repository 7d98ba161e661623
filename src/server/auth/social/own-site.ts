import type { Config } from '../../config/config.ts';

/** Accepts a request without Origin: browsers always send it with a cross-site POST, and other programs have no cookies. */
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
