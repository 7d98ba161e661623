import type { MiddlewareHandler } from 'hono';

/**
 * Adds headers to every response. It does not replace a header of the response, for example the
 * content policy of an invoice.
 */
export const withHeaders =
  (headers: Record<string, string>): MiddlewareHandler =>
  async (context, next) => {
    await next();
    for (const [name, value] of Object.entries(headers))
      if (!context.res.headers.has(name)) context.res.headers.set(name, value);
  };
