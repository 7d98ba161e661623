import type { APIRoute } from 'astro';

/**
 * Only services are disallowed. Pages of a single viewer have `noindex`, which a crawler obeys only
 * if it may read the page. The drawn share cards are pictures of the services that crawlers of
 * chats must load: the longer rule wins (RFC 9309 §2.2.2).
 */
const RULES = [
  'Allow: /',
  'Disallow: /api/',
  'Allow: /api/ott/public/movies/*/card.png',
  'Disallow: /sandbox/',
];

export const GET: APIRoute = ({ site }) =>
  new Response(
    [
      'User-agent: *',
      ...RULES,
      '',
      `Sitemap: ${new URL('/sitemap-index.xml', site).href}`,
      '',
    ].join('\n'),
    {
      headers: { 'Content-Type': 'text/plain; charset=utf-8' },
    },
  );
