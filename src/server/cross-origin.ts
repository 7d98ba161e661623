import type { MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import { EXPOSED_RESPONSE_HEADERS, ALLOWED_REQUEST_HEADERS } from '#contract/headers.ts';
import { type Config, isHttps } from './config/config.ts';
import { AppError } from './errors.ts';

/** Chosen: Chromium caches a preflight response for at most this time. */
const PREFLIGHT_SECONDS = 7200;

type Origins = Pick<Config, 'origin' | 'siteOrigins'>;

export const otherSiteOrigins = ({ origin, siteOrigins }: Origins): string[] =>
  siteOrigins.filter((each) => each !== origin);

export function corsForOtherSites(config: Origins): MiddlewareHandler | null {
  const allowedOrigins = otherSiteOrigins(config);
  if (allowedOrigins.length === 0) return null;
  // A single site is always allowed by name, because a CDN may cache the response for all origins.
  const single = allowedOrigins.length === 1 ? allowedOrigins[0] : undefined;
  return cors({
    origin: (requestOrigin) =>
      single ?? (allowedOrigins.includes(requestOrigin) ? requestOrigin : null),
    allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
    allowHeaders: [...ALLOWED_REQUEST_HEADERS],
    exposeHeaders: [...EXPOSED_RESPONSE_HEADERS],
    maxAge: PREFLIGHT_SECONDS,
  });
}

/**
 * For calls that carry a cookie. Runs before `corsForOtherSites`, because that answers a preflight
 * without `next`.
 */
export const allowCredentials: MiddlewareHandler = async (context, next) => {
  context.header('Access-Control-Allow-Credentials', 'true');
  await next();
};

/**
 * For public reads that pages of every site may load. Runs around `corsForOtherSites`, and also
 * marks a refusal: a page must know a film that is not on show.
 */
export const allowAnySite: MiddlewareHandler = async (context, next) => {
  await next();
  context.res.headers.set('Access-Control-Allow-Origin', '*');
};

/**
 * A site on another origin needs `SameSite=None`. Browsers that block third-party cookies accept a
 * partitioned cookie.
 */
export const cookieOptions = (config: Origins, sameSite: 'Lax' | 'Strict') =>
  otherSiteOrigins(config).length > 0
    ? ({ httpOnly: true, sameSite: 'None', secure: true, partitioned: true } as const)
    : { httpOnly: true, sameSite, secure: isHttps(config) };

/**
 * Whatever the type of the body; the middleware `csrf` of Hono checks only the types that a form
 * can send.
 */
export const refuseOtherSites =
  ({ siteOrigins }: Pick<Config, 'siteOrigins'>): MiddlewareHandler =>
  async (context, next) => {
    const { origin, 'sec-fetch-site': site } = context.req.header();
    const isOtherSite =
      origin === undefined
        ? site === 'cross-site'
        : site !== 'same-origin' && !siteOrigins.includes(origin);
    if (isOtherSite) throw new AppError('other_site');
    await next();
  };
