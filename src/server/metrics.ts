import type { Hono } from 'hono';
import { routePath } from 'hono/route';
import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client';
import type { Deps } from './deps.ts';
import { AppError } from './errors.ts';
import type { AppContext, AppEnv } from './http.ts';
import { isSame } from './tokens.ts';

const registry = new Registry();
collectDefaultMetrics({ register: registry });
const labelNames = ['service', 'method', 'route', 'status'] as const;
const requests = new Counter({
  name: 'matinee_requests_total',
  help: 'Requests served',
  labelNames,
  registers: [registry],
});
const durations = new Histogram({
  name: 'matinee_request_seconds',
  help: 'Time to serve a request',
  labelNames: ['service', 'route'],
  registers: [registry],
});
export const paymentOutcomes = new Counter({
  name: 'matinee_payment_outcomes_total',
  help: 'What became of payment news',
  labelNames: ['source', 'outcome'],
  registers: [registry],
});

export const countRequests = (service: string) => async (context: AppContext, next: () => Promise<void>) => {
  const stop = durations.startTimer({ service });
  await next();
  const route = routePath(context, -1);
  requests.inc({ service, method: context.req.method, route, status: String(context.res.status) });
  stop({ route });
};

/** Prometheus text; only from this machine, or with METRICS_TOKEN (api.md). */
export function metricsRoute(app: Hono<AppEnv>, deps: Deps) {
  app.get('/metrics', async (context) => {
    const token = /^Bearer (.+)$/.exec(context.req.header('Authorization') ?? '')?.[1] ?? '';
    const { metricsToken } = deps.config;
    const isLocal = ['127.0.0.1', '::1'].includes(context.get('callerIp')) && !context.req.header('X-Forwarded-For');
    if (!isLocal && !(metricsToken && isSame(token, metricsToken)))
      throw new AppError('not_found', 'not_found', 'There is nothing here');
    return context.text(await registry.metrics(), 200, { 'Content-Type': registry.contentType });
  });
}
