import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { Service } from '#contract/endpoint.ts';
import { apiHeaders } from '#domain/security-headers.ts';
import { commonMessages as text } from '#messages/common.ts';
import { accountRoutes } from './auth/accounts/routes.ts';
import { sessionRoutes } from './auth/session/routes.ts';
import { socialRoutes } from './auth/social/routes.ts';
import { callerIp } from './caller.ts';
import { isHttps } from './config/config.ts';
import { crossOrigin, otherSites, withCookies } from './cross-origin.ts';
import { type Away, reasonAway, whyAway } from './db/away.ts';
import type { Database } from './db/database.ts';
import { isOfNobody } from './db/gone.ts';
import type { Deps } from './deps.ts';
import { AppError } from './errors.ts';
import { type AppContext, type AppEnv, newRequestId, problem, type Served } from './http.ts';
import { countRequests, metricsRoute } from './metrics.ts';
import { whileServing } from './observe/request.ts';
import { openApi } from './openapi.ts';
import { siteFreshness } from './site/freshness.ts';
import { bookingRoutes } from './streaming/booking/routes.ts';
import { catalogueRoutes } from './streaming/catalogue/routes.ts';
import { contentRoutes } from './streaming/content/routes.ts';
import { faultRoutes } from './streaming/faults/routes.ts';
import { invoiceRoutes } from './streaming/invoices/routes.ts';
import { paymentRoutes } from './streaming/payments/routes.ts';
import { webhookRoutes } from './streaming/payments/webhook.ts';
import { placeRoutes } from './streaming/places/routes.ts';
import { playbackRoutes, STREAM_WITH_COOKIE, streamRoutes } from './streaming/playback/routes.ts';
import { producerRoutes } from './streaming/producer/routes.ts';
import { reviewRoutes } from './streaming/reviews/routes.ts';
import { feeRoutes } from './streaming/submission/fees/routes.ts';
import { posterRoutes, posterUpload } from './streaming/submission/posters/routes.ts';
import { submissionRoutes } from './streaming/submission/routes.ts';
import { withHeaders } from './with-headers.ts';

/** The authentication service as a plain HTTP app (api.md); mount it where you like. */
export function authApp(deps: Deps, database: Database): Hono<AppEnv> {
  return service('auth', [...sessionRoutes(deps), ...socialRoutes(deps), ...accountRoutes(deps)], deps, database);
}

/** The streaming service as a plain HTTP app. */
export function streamingApp(deps: Deps, database: Database): Hono<AppEnv> {
  const served = [
    ...catalogueRoutes(deps),
    ...contentRoutes(deps),
    ...reviewRoutes(deps),
    ...bookingRoutes(deps),
    ...invoiceRoutes(deps),
    ...paymentRoutes(deps),
    ...playbackRoutes(deps),
    ...placeRoutes(deps),
    ...producerRoutes(deps),
    ...submissionRoutes(deps),
    ...feeRoutes(deps),
    ...posterRoutes(deps),
    ...faultRoutes(deps),
  ];
  return service('ott', served, deps, database, (app) => {
    webhookRoutes(app, deps);
    streamRoutes(app, deps);
    posterUpload(app, deps);
  });
}

/** Answers what no service serves: `/api/nonsense`. */
export function nothingHere(deps: Deps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.use(identify(deps));
  app.use(withHeaders(headersOf(deps)));
  app.all('*', (context) =>
    problem(context as AppContext, new AppError('not_found', 'not_found', 'There is nothing here')),
  );
  return app;
}

const MOUNTS: Record<Service, string> = { auth: '/api/auth', ott: '/api/ott' };

function service(
  name: Service,
  served: Served[],
  deps: Deps,
  database: Database,
  more?: (app: Hono<AppEnv>) => void,
): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.use(identify(deps));
  app.use(countRequests(name));
  app.use(noStoreByDefault);
  app.use(withHeaders(headersOf(deps)));
  shareWithOtherSites(app, served, deps);
  app.get('/healthz', (context) => context.json({ status: 'alive' }));
  app.get('/readyz', async (context) => {
    if (!(await database.isReady())) return context.json({ status: 'not ready' }, 503);
    const site = name === 'ott' ? await siteFreshness(deps).catch(() => null) : null;
    return context.json({ status: 'ready', ...(site && { site }) });
  });
  // Made when somebody asks: it takes longer than all the rest of the start.
  let document: object | undefined;
  const endpoints = served.map((each) => each.endpoint);
  app.get('/openapi.json', (context) => context.json((document ??= openApi(name, endpoints, MOUNTS[name]))));
  metricsRoute(app, deps);
  served.forEach((each) => each.mount(app, deps));
  more?.(app);
  // A route and not `notFound`: mounted under another app, only routes are asked.
  app.all('*', (context) =>
    problem(context as AppContext, new AppError('not_found', 'not_found', 'There is nothing here')),
  );
  app.onError((error, context) => problem(context as AppContext, asAppError(error, context as AppContext, deps)));
  return app;
}

const identify = (deps: Deps) => async (context: AppContext, next: () => Promise<void>) => {
  const requestId = newRequestId(context.req.header('X-Request-Id'));
  context.set('requestId', requestId);
  context.set('callerIp', callerIp(context, deps));
  context.header('X-Request-Id', requestId);
  const started = performance.now();
  await whileServing(requestId, next);
  context.res.headers.set('X-Request-Id', requestId);
  deps.log.debug(
    {
      requestId,
      method: context.req.method,
      path: loggedPath(context),
      status: context.res.status,
      ms: Math.round(performance.now() - started),
    },
    'served',
  );
};

/** A native player's path carries its play token, which no log may keep. */
const loggedPath = (context: AppContext) => context.req.path.replace(/\/t\/[^/]+/, '/t/…');

async function noStoreByDefault(context: AppContext, next: () => Promise<void>) {
  await next();
  // A network before the house keeps what says that it may be kept, and nothing besides.
  if (!context.res.headers.has('Cache-Control')) context.res.headers.set('Cache-Control', 'no-store');
}

const headersOf = ({ config }: Deps) =>
  apiHeaders({ isHttps: isHttps(config), hasOtherSites: otherSites(config).length > 0 });

function shareWithOtherSites(app: Hono<AppEnv>, served: Served[], { config }: Deps) {
  const share = crossOrigin(config);
  if (!share) return;
  const withCookie = served.flatMap(({ endpoint }) => (endpoint.hasCookie ? [endpoint.path] : []));
  for (const path of [...withCookie, STREAM_WITH_COOKIE]) app.use(path, withCookies);
  app.use(share);
}

/** The one map from what was thrown to what is answered. What nobody foresaw is logged, and told without its reason. */
function asAppError(error: Error, context: AppContext, deps: Deps): AppError {
  if (error instanceof AppError) return error;
  if (isOfNobody(error)) return new AppError('forbidden', 'token_invalid', 'Please sign in again');
  const why = whyAway(error);
  if (why) return databaseAway(why, error, context, deps);
  if (error instanceof HTTPException && error.status < 500)
    return new AppError('malformed', 'malformed_request', 'This request cannot be read');
  if (isCutOff(error)) {
    deps.log.debug({ requestId: context.get('requestId'), path: loggedPath(context) }, 'the body was cut off');
    return new AppError('malformed', 'body_cut_off', 'The request ended before its body was complete');
  }
  deps.log.error({ err: error, requestId: context.get('requestId'), path: loggedPath(context) }, 'unexpected');
  return new AppError('internal', 'internal', text.somethingWrong);
}

/**
 * Whether the caller closed the connection while its body was read. Node and the HTTP adapter have their own sentence for it, so
 * that a connection to a provider that was reset is none of these.
 */
const isCutOff = ({ message }: Error): boolean =>
  message === 'aborted' || message === 'Client connection prematurely closed.';

/** Chosen: a restart takes seconds; who is told to wait longer has left by then. */
const AWAY_SECONDS = 3;

/** A line for each call and no more: its trace would name the same place a thousand times. */
function databaseAway(why: Away, error: Error, context: AppContext, { log }: Deps): AppError {
  const said = { reason: reasonAway(error), requestId: context.get('requestId'), path: loggedPath(context) };
  log.warn(said, why === 'gone' ? 'the database is away' : 'the database is too busy');
  return new AppError('unavailable', 'database_away', text.houseAway, { retryAfter: AWAY_SECONDS });
}
