import type { Hono } from 'hono';
import { routePath } from 'hono/route';
import { Registry } from 'prom-client';
import type { Deps } from './deps.ts';
import { AppError } from './errors.ts';
import type { AppContext, AppEnv } from './http/app-context.ts';
import { bearerToken } from './http/viewer.ts';
import { requestDurations, processRegistry, requestCounter } from './observe/counters.ts';
import { serverGauges } from './observe/gauges.ts';
import { isEqualConstantTime } from './is-equal-constant-time.ts';

/**
 * Resolving labels takes longer than a reply from memory, so each combination of labels is resolved
 * once.
 */
const requestCounters = new Map<string, ReturnType<typeof requestCounter.labels>>();
const durationHistograms = new Map<string, ReturnType<typeof requestDurations.labels>>();

function resolveOnce<Value>(values: Map<string, Value>, key: string, resolve: () => Value): Value {
  const value = values.get(key) ?? resolve();
  values.set(key, value);
  return value;
}

export const measureRequests =
  (service: string) => async (context: AppContext, next: () => Promise<void>) => {
    const startedAt = performance.now();
    await next();
    const route = routePath(context, -1);
    const { method } = context.req;
    const { status } = context.res;
    resolveOnce(requestCounters, `${service} ${method} ${status} ${route}`, () =>
      requestCounter.labels({ service, method, route, status: String(status) }),
    ).inc();
    resolveOnce(durationHistograms, `${service} ${route}`, () =>
      requestDurations.labels({ service, route }),
    ).observe((performance.now() - startedAt) / 1000);
  };

/** Serves the metrics to callers on this machine or with METRICS_TOKEN (api.md). */
export function metricsRoute(app: Hono<AppEnv>, deps: Deps) {
  const registry = Registry.merge([processRegistry, serverGauges(deps)]);
  app.get('/metrics', async (context) => {
    const token = bearerToken(context) ?? '';
    const { metricsToken } = deps.config;
    const isLocal =
      ['127.0.0.1', '::1'].includes(context.get('callerIp')) &&
      !context.req.header('X-Forwarded-For');
    if (!isLocal && !(metricsToken && isEqualConstantTime(token, metricsToken)))
      throw new AppError('not_found');
    return context.text(await registry.metrics(), 200, { 'Content-Type': registry.contentType });
  });
}
