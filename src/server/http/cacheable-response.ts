import type { Endpoint } from '#contract/endpoint.ts';
import type { AppContext } from './app-context.ts';

/** The reply cache adds the ETag (reply-cache.ts). */
export function cacheableResponse(
  context: AppContext,
  body: string | Uint8Array<ArrayBuffer>,
  { maxAge, sMaxAge, staleWhileRevalidate }: NonNullable<Endpoint['cache']>,
  type = 'application/json; charset=UTF-8',
): Response {
  context.header(
    'Cache-Control',
    `public, max-age=${maxAge}, s-maxage=${sMaxAge}, stale-while-revalidate=${staleWhileRevalidate}`,
  );
  return context.body(body, 200, { 'Content-Type': type });
}
