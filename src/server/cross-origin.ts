import type { MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import { EXPOSED_HEADERS, SENT_HEADERS } from '#contract/headers.ts';
import { type Config, isHttps } from './config/config.ts';

/** Chosen: the longest that Chromium keeps the answer to a preflight. */
const PREFLIGHT_SECONDS = 7200;

type Origins = Pick<Config, 'origin' | 'siteOrigins'>;

/** The origins of sites whose pages ask this server from elsewhere. */
export const otherSites = ({ origin, siteOrigins }: Origins): string[] => siteOrigins.filter((each) => each !== origin);

/** Lets pages of the other sites, and of no others, read what is answered. Null where the site comes from this server. */
export function crossOrigin(config: Origins): MiddlewareHandler | null {
  const sites = otherSites(config);
  if (sites.length === 0) return null;
  // One site is named whoever asks: a network that keeps an answer for it may leave the asking origin out of its key.
  const allowed = sites.length === 1 ? () => sites[0] : (asking: string) => (sites.includes(asking) ? asking : null);
  return cors({
    origin: allowed,
    allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
    allowHeaders: [...SENT_HEADERS],
    exposeHeaders: [...EXPOSED_HEADERS],
    maxAge: PREFLIGHT_SECONDS,
  });
}

/** Stands before `crossOrigin` on the few addresses whose calls bring a cookie. */
export const withCookies: MiddlewareHandler = async (context, next) => {
  context.header('Access-Control-Allow-Credentials', 'true');
  await next();
};

/**
 * How a cookie for the site's own pages is set. To a site on another origin it goes only as `None`, and then it is partitioned: it is
 * that site's alone, and browsers that block third-party cookies keep it. Who may use it is asked by the Origin header, as ever.
 */
export const cookieRules = (config: Origins, sameSite: 'Lax' | 'Strict') =>
  otherSites(config).length > 0
    ? ({ httpOnly: true, sameSite: 'None', secure: true, partitioned: true } as const)
    : { httpOnly: true, sameSite, secure: isHttps(config) };
