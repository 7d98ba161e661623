import type { MiddlewareHandler } from 'hono';
import type { Config } from './config/config.ts';
import { isThisMachine } from './config/public-sandbox.ts';

/**
 * Refuses any other name of this server. A page of a stranger could let its own name point to this
 * machine (DNS rebinding) and then read the sandbox, which shows every one-time code.
 */
export function refuseUnknownHosts({
  origin,
  siteOrigins,
}: Pick<Config, 'origin' | 'siteOrigins'>): MiddlewareHandler {
  const known = new Set([origin, ...siteOrigins].map((each) => new URL(each).hostname));
  return async (context, next) => {
    const { hostname } = new URL(context.req.url);
    if (isThisMachine(hostname) || known.has(hostname)) return next();
    return context.text(`This server has no site called ${hostname}. Open it at ${origin}.\n`, 421);
  };
}
