import type { Hono } from 'hono';
import { routePath } from 'hono/route';
import { Registry } from 'prom-client';
import type { Deps } from './deps.ts';
import { AppError } from './errors.ts';
import { type AppContext, type AppEnv, bearerToken } from './http.ts';
import { requestDurations, processRegistry, requestCounter } from './observe/counters.ts';
import { serverGauges } from './observe/gauges.ts';
import { isEqualConstantTime } from './is-equal-constant-time.ts';

export const countRequests = (service: string) => async (context: AppContext, next: () => Promise<void>) => {
  const stop = requestDurations.startTimer({ service });
  await next();
  const route = routePath(context, -1);
  requestCounter.inc({ service, method: context.req.method, route, status: String(context.res.status) });
  stop({ route });
};

/** Serves the metrics to callers on this machine or with METRICS_TOKEN (api.md). */
export function metricsRoute(app: Hono<AppEnv>, deps: Deps) {
  const registry = Registry.merge([processRegistry, serverGauges(deps)]);
  app.get('/metrics', async (context) => {
    const token = bearerToken(context) ?? '';
    const { metricsToken } = deps.config;
    const isLocal = ['127.0.0.1', '::1'].includes(context.get('callerIp')) && !context.req.header('X-Forwarded-For');
    if (!isLocal && !(metricsToken && isEqualConstantTime(token, metricsToken)))
      throw new AppError('not_found', 'not_found', 'There is nothing here');
    return context.text(await registry.metrics(), 200, { 'Content-Type': registry.contentType });
  });
}
