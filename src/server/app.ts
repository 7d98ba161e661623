import { Hono, type MiddlewareHandler } from 'hono';
import { every } from 'hono/combine';
import { csrf } from 'hono/csrf';
import { HTTPException } from 'hono/http-exception';
import { METHOD_NAME_ALL } from 'hono/router';
import { basePath } from 'hono/route';
import { TrieRouter } from 'hono/router/trie-router';
import type { Service } from '#contract/endpoint.ts';
import { apiHeaders } from '#domain/security-headers.ts';
import { accountRoutes } from './auth/accounts/routes.ts';
import { sessionRoutes } from './auth/session/routes.ts';
import { socialRoutes } from './auth/social/routes.ts';
import { televisionRoutes } from './auth/television/routes.ts';
import { callerIp } from './caller.ts';
import { isHttps } from './config/config.ts';
import {
  allowAnySite,
  corsForOtherSites,
  otherSiteOrigins,
  allowCredentials,
  refuseOtherSites,
} from './cross-origin.ts';
import { type Unavailability, shortReason, databaseUnavailability } from './db/unavailable.ts';
import type { Database } from './db/database.ts';
import { isUserMissing } from './db/missing-user.ts';
import type { Deps } from './deps.ts';
import { AppError } from './errors.ts';
import type { AppContext, AppEnv } from './http/app-context.ts';
import { newRequestId, problemResponse } from './http/problem-response.ts';
import type { ServedEndpoint } from './http/serve-endpoint.ts';
import { measureRequests, metricsRoute } from './metrics.ts';
import { runWithRequestId } from './observe/request.ts';
import type { OfficeOperations } from './office/operations.ts';
import { backupDownloadRoutes, mountBackupDownload } from './office/backup-download.ts';
import { evidenceDownloadRoutes, mountEvidenceDownload } from './office/evidence-download.ts';
import { mountPackageStream, packagePlaybackRoutes } from './office/package-playback.ts';
import {
  authorizeEvidence,
  authorizePackagePlayback,
  authorizeUpload,
} from './office/permissions.ts';
import { officeRoutes } from './office/routes.ts';
import { readSession } from './office/sessions.ts';
import { mountUploads } from './office/uploads/routes.ts';
import { openApi } from './openapi.ts';
import { createReplyCache, type ReplyCache } from './reply-cache.ts';
import { readSiteStatus } from './site/site-status.ts';
import { bookingRoutes } from './streaming/booking/routes.ts';
import { catalogueRoutes } from './streaming/catalogue/routes.ts';
import { readCatalogueVersion } from './streaming/catalogue/version.ts';
import { contentRoutes } from './streaming/content/routes.ts';
import { detailRoutes } from './streaming/details/routes.ts';
import { faultRoutes } from './streaming/faults/routes.ts';
import { invoiceRoutes } from './streaming/invoices/routes.ts';
import { paymentRoutes } from './streaming/payments/routes.ts';
import { returnRoutes } from './streaming/payments/return.ts';
import { webhookRoutes } from './streaming/payments/webhook.ts';
import { placeRoutes } from './streaming/places/routes.ts';
import { playbackRoutes, STREAM_WITH_COOKIE, streamRoutes } from './streaming/playback/routes.ts';
import { producerRoutes } from './streaming/producer/routes.ts';
import { reviewRoutes } from './streaming/reviews/routes.ts';
import { feeRoutes } from './streaming/submission/fees/routes.ts';
import { posterRoutes, mountPosterUpload } from './streaming/submission/posters/routes.ts';
import { submissionRoutes } from './streaming/submission/routes.ts';
import { visitRoutes } from './streaming/visits/routes.ts';
import { withHeaders } from './with-headers.ts';

export function authApp(deps: Deps, database: Database): Hono<AppEnv> {
  const endpoints = {
    session: sessionRoutes(deps),
    social: socialRoutes(deps),
    television: televisionRoutes(deps),
    accounts: accountRoutes(deps),
  };
  return serviceApp('auth', endpoints, deps, database);
}

export function streamingApp(
  deps: Deps,
  database: Database,
  cacheOptions: { checkMs?: number } = {},
): Hono<AppEnv> {
  const replyCache = createReplyCache({
    readVersion: () => readCatalogueVersion(deps),
    ...cacheOptions,
  });
  const endpoints = {
    catalogue: catalogueRoutes(deps),
    content: contentRoutes(deps),
    reviews: reviewRoutes(deps),
    details: detailRoutes(deps),
    booking: bookingRoutes(deps),
    invoices: invoiceRoutes(deps),
    payments: paymentRoutes(deps),
    playback: playbackRoutes(deps),
    places: placeRoutes(deps),
    producer: producerRoutes(deps),
    submission: submissionRoutes(deps),
    fees: feeRoutes(deps),
    posters: posterRoutes(deps),
    visits: visitRoutes(deps),
    faults: faultRoutes(deps),
  };
  return serviceApp('ott', endpoints, deps, database, {
    replyCache,
    mountOtherRoutes: (app) => {
      webhookRoutes(app, deps);
      returnRoutes(app, deps);
      streamRoutes(app, deps);
      mountPosterUpload(app, deps);
    },
  });
}

/** Only pages of the cinema's own sites may change anything, because the session is in a cookie. */
export function officeApp(
  deps: Deps,
  database: Database,
  loadOperations: () => Promise<OfficeOperations>,
): Hono<AppEnv> {
  const authorizePlayback = async (context: AppContext) =>
    authorizePackagePlayback(await readSession(deps, context), loadOperations);
  const authorizeDownload = async (context: AppContext) =>
    authorizeEvidence(await readSession(deps, context), loadOperations);
  const endpoints = {
    office: officeRoutes(deps, database, loadOperations),
    packages: packagePlaybackRoutes(deps, authorizePlayback),
    backups: backupDownloadRoutes(deps),
    evidence: evidenceDownloadRoutes(deps, authorizeDownload),
  };
  return serviceApp('office', endpoints, deps, database, {
    guard: every(csrf({ origin: deps.config.siteOrigins }), refuseOtherSites(deps.config)),
    mountOtherRoutes: (app) => {
      mountUploads(app, deps, async (context) =>
        authorizeUpload(await readSession(deps, context), loadOperations),
      );
      mountPackageStream(app, deps, authorizePlayback);
      mountBackupDownload(app, deps);
      mountEvidenceDownload(app, deps, authorizeDownload);
    },
  });
}

export function notFoundApp(deps: Deps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.use(setRequestContext(deps));
  app.use(withHeaders(securityHeaders(deps)));
  app.all('*', respondNotFound);
  return app;
}

const respondNotFound = (context: AppContext) =>
  problemResponse(context, new AppError('not_found'));

/**
 * Answers a path that no route took: 405 with the methods of the path, or 404 (RFC 9110 §15.5.6).
 */
function respondUnknown(app: Hono<AppEnv>) {
  let methodsOf: TrieRouter<string> | undefined;
  const openRouter = () => {
    const router = new TrieRouter<string>();
    for (const { method, path } of app.routes)
      if (method !== METHOD_NAME_ALL) router.add(METHOD_NAME_ALL, path, method);
    return router;
  };
  return (context: AppContext) => {
    methodsOf ??= openRouter();
    // The routes of a mounted app begin after its own path.
    const path = context.req.path.slice(basePath(context).length) || '/';
    const [matches] = methodsOf.match(METHOD_NAME_ALL, path);
    const methods = new Set(matches.map(([method]) => method));
    if (methods.size === 0) return respondNotFound(context);
    if (methods.has('GET')) methods.add('HEAD');
    const allow = [...methods].sort();
    return problemResponse(
      context,
      new AppError('method_not_allowed', [allow.join(', ')], { allow }),
    );
  };
}

function serviceApp(
  name: Service,
  endpointsByTag: Record<string, ServedEndpoint[]>,
  deps: Deps,
  database: Database,
  {
    replyCache,
    guard,
    mountOtherRoutes,
  }: {
    replyCache?: ReplyCache;
    guard?: MiddlewareHandler;
    mountOtherRoutes?: (app: Hono<AppEnv>) => void;
  } = {},
): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const servedEndpoints = Object.values(endpointsByTag).flat();
  app.use(measureRequests(name));
  for (const { endpoint, cachedUntil } of servedEndpoints)
    if (replyCache && endpoint.cache)
      app.get(endpoint.path, replyCache.middleware(endpoint, cachedUntil));
  app.use(setRequestContext(deps));
  app.use(noStoreByDefault);
  app.use(withHeaders(securityHeaders(deps)));
  if (guard) app.use(guard);
  else allowOtherSites(app, servedEndpoints, deps);
  // Created at the first request: creating the document takes longer than the whole start.
  let document: object | undefined;
  app.get('/openapi.json', (context) => context.json((document ??= openApi(name, endpointsByTag))));
  if (name !== 'office') mountProbes({ app, name, deps, database });
  servedEndpoints.forEach((each) => each.mount(app, deps));
  mountOtherRoutes?.(app);
  // Hono ignores `notFound` of a mounted app, so this is a route.
  app.all('*', respondUnknown(app));
  app.onError((error, context) =>
    problemResponse(context as AppContext, toAppError(error, context as AppContext, deps)),
  );
  return app;
}

/** For load balancers and monitoring. */
function mountProbes({
  app,
  name,
  deps,
  database,
}: {
  app: Hono<AppEnv>;
  name: Service;
  deps: Deps;
  database: Database;
}) {
  app.get('/healthz', (context) => context.json({ status: 'alive' }));
  app.get('/readyz', async (context) => {
    if (!(await database.isReady())) return context.json({ status: 'not ready' }, 503);
    const site = name === 'ott' ? await readSiteStatus(deps).catch(() => null) : null;
    return context.json({ status: 'ready', site: site ?? undefined });
  });
  metricsRoute(app, deps);
}

const setRequestContext =
  (deps: Deps) => async (context: AppContext, next: () => Promise<void>) => {
    const requestId = newRequestId(context.req.header('X-Request-Id'));
    context.set('requestId', requestId);
    context.set('callerIp', callerIp(context, deps));
    context.header('X-Request-Id', requestId);
    const started = performance.now();
    await runWithRequestId(requestId, next);
    context.res.headers.set('X-Request-Id', requestId);
    const ms = Math.round(performance.now() - started);
    const served = {
      requestId,
      method: context.req.method,
      path: loggedPath(context),
      status: context.res.status,
      ms,
    };
    deps.log.debug(served, 'served');
  };

/** Returns the path. Hides the play token in the path of a stream. */
const loggedPath = (context: AppContext) => context.req.path.replace(/\/t\/[^/]+/, '/t/…');

async function noStoreByDefault(context: AppContext, next: () => Promise<void>) {
  await next();
  if (!context.res.headers.has('Cache-Control'))
    context.res.headers.set('Cache-Control', 'no-store');
}

const securityHeaders = ({ config }: Deps) =>
  apiHeaders({
    isHttps: isHttps(config),
    hasCrossOriginSites: otherSiteOrigins(config).length > 0,
  });

function allowOtherSites(app: Hono<AppEnv>, servedEndpoints: ServedEndpoint[], { config }: Deps) {
  for (const { endpoint } of servedEndpoints)
    if (endpoint.isForAnySite) app.use(endpoint.path, allowAnySite);
  const cors = corsForOtherSites(config);
  if (!cors) return;
  const withCookie = servedEndpoints.flatMap(({ endpoint }) =>
    endpoint.hasCookie ? [endpoint.path] : [],
  );
  for (const path of [...withCookie, STREAM_WITH_COOKIE]) app.use(path, allowCredentials);
  app.use(cors);
}

/**
 * Maps a thrown error to the response. Logs an unexpected error and hides its reason from the
 * caller.
 */
function toAppError(error: Error, context: AppContext, deps: Deps): AppError {
  if (error instanceof AppError) return error;
  if (isUserMissing(error)) return new AppError('token_invalid');
  const unavailability = databaseUnavailability(error);
  if (unavailability) return databaseUnavailable(unavailability, { error, context, deps });
  if (error instanceof HTTPException && error.status === 403) return new AppError('other_site');
  if (error instanceof HTTPException && error.status < 500)
    return new AppError('malformed_request');
  if (isBodyCutOff(error)) {
    deps.log.debug(
      { requestId: context.get('requestId'), path: loggedPath(context) },
      'the request body was cut off',
    );
    return new AppError('body_cut_off');
  }
  deps.log.error(
    { err: error, requestId: context.get('requestId'), path: loggedPath(context) },
    'unexpected error',
  );
  return new AppError('internal');
}

/**
 * Compares the messages of Node and of the HTTP adapter. A reset connection to a provider has
 * another message.
 */
const isBodyCutOff = ({ message }: Error): boolean =>
  message === 'aborted' || message === 'Client connection prematurely closed.';

/** Chosen: a database restart takes seconds, and a viewer does not wait longer. */
const RETRY_AFTER_SECONDS = 3;

/** Logs one line without a stack trace: during an outage, every call would log the same trace. */
function databaseUnavailable(
  unavailability: Unavailability,
  { error, context, deps: { log } }: { error: Error; context: AppContext; deps: Deps },
) {
  const fields = {
    reason: shortReason(error),
    requestId: context.get('requestId'),
    path: loggedPath(context),
  };
  log.warn(
    fields,
    unavailability === 'unreachable' ? 'the database is unavailable' : 'the database is too busy',
  );
  return new AppError('database_away', [], {
    retryAfter: RETRY_AFTER_SECONDS,
  });
}
