import type { MiddlewareHandler } from 'hono';

/** Adds headers to every response. A header that the response has already stays: an invoice has its own content policy. */
export const withHeaders =
  (headers: Record<string, string>): MiddlewareHandler =>
  async (context, next) => {
    await next();
    for (const [name, value] of Object.entries(headers))
      if (!context.res.headers.has(name)) context.res.headers.set(name, value);
  };
