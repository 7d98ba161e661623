import type { Config } from '../../config/config.ts';

/**
 * Whether a request comes from a page of the site, or from no page at all. Every browser in use names the asking page's origin in a
 * POST to elsewhere, so a caller that names none is a program, which has nobody's cookies to abuse.
 */
export function isFromOurPage(
  header: (name: string) => string | undefined,
  { origin, siteOrigins }: Pick<Config, 'origin' | 'siteOrigins'>,
): boolean {
  if (header('Sec-Fetch-Site') === 'same-origin') return true;
  const asking = header('Origin');
  return asking === undefined ? !header('Sec-Fetch-Site') : asking === origin || siteOrigins.includes(asking);
}
