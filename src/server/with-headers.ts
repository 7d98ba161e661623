import type { MiddlewareHandler } from 'hono';

/** Sets these headers on every answer. What an answer says itself stands: an invoice has a content policy of its own. */
export const withHeaders =
  (headers: Record<string, string>): MiddlewareHandler =>
  async (context, next) => {
    await next();
    for (const [name, value] of Object.entries(headers))
      if (!context.res.headers.has(name)) context.res.headers.set(name, value);
  };
