import type { APIRoute } from 'astro';
import { routes } from '#routes.ts';

/** Services and private pages. */
const DISALLOWED = [
  '/api/',
  '/sandbox',
  ...Object.values(routes)
    // robots.txt is public, so it does not name the back office. Its page has noindex.
    .filter(({ access }) => access !== 'either' && access !== 'staff')
    .map(({ path }) => path.replace(/\{.*$/, '')),
];

export const GET: APIRoute = ({ site }) =>
  new Response(
    [
      'User-agent: *',
      'Allow: /',
      ...[...new Set(DISALLOWED)].map((path) => `Disallow: ${path}`),
      '',
      `Sitemap: ${new URL('/sitemap-index.xml', site).href}`,
      '',
    ].join('\n'),
    {
      headers: { 'Content-Type': 'text/plain; charset=utf-8' },
    },
  );
