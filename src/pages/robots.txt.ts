import type { APIRoute } from 'astro';
import { routes } from '#routes.ts';

/** What nobody finds by a search: the services, and pages that are there for one viewer only. */
const CLOSED = [
  '/api/',
  '/sandbox',
  ...Object.values(routes)
    .filter(({ access }) => access !== 'either')
    .map(({ path }) => path.replace(/\{.*$/, '')),
];

export const GET: APIRoute = ({ site }) =>
  new Response(
    [
      'User-agent: *',
      'Allow: /',
      ...[...new Set(CLOSED)].map((path) => `Disallow: ${path}`),
      '',
      `Sitemap: ${new URL('/sitemap-index.xml', site).href}`,
      '',
    ].join('\n'),
    {
      headers: { 'Content-Type': 'text/plain; charset=utf-8' },
    },
  );
