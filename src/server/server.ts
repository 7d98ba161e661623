import { Hono } from 'hono';
import { PROVIDER_NAMES } from '#contract/payments.ts';
import { PAYMENT_PROVIDER_SETUPS } from '#domain/payment-providers.ts';
import { authApp, notFoundApp, officeApp, streamingApp } from './app.ts';
import { type Config, isHttps } from './config/config.ts';
import { corsForOtherSites } from './cross-origin.ts';
import type { Database } from './db/database.ts';
import { openDatabase } from './db/open-database.ts';
import { newerSchemaNotice, readSchemaVersion } from './db/schema-check.ts';
import type { Deps } from './deps.ts';
import { listenForHttp } from './http-listener.ts';
import { refuseUnknownHosts } from './known-hosts.ts';
import { type Jobs, openJobs } from './jobs/jobs.ts';
import { createLog } from './log.ts';
import { createDeps, type InjectedDeps } from './create-deps.ts';
import { monitorEventLoop } from './observe/event-loop.ts';
import { stopJobs } from './office/jobs.ts';
import type { OfficeOperations } from './office/operations.ts';
import { reencryptFactorSecrets } from './office/second-factor.ts';
import { addressOf, startPresence } from './processes/presence.ts';
import { restrictPrivatePaths } from './private-files.ts';
import { mediaApp } from './site/media.ts';
import { movieState } from './site/queries.ts';
import { siteApp } from './site/site.ts';

export interface ServerOptions extends Partial<InjectedDeps> {
  sandbox?: Hono;
  /** The operations of the back office; without them, the server has no back office. */
  loadOfficeOperations?: () => Promise<OfficeOperations>;
  /** An open database, for tests of several servers on one database. */
  database?: Database;
  /** Replaces pg-boss in tests that run the work themselves. */
  jobs?: Jobs;
  /** `checkMs` of the reply cache (reply-cache.ts). A test that reads its own changes sets 0. */
  replyCheckMs?: number;
}

export type Server = Awaited<ReturnType<typeof openServer>>;

/** Throws DatabaseError, or the error of a provider module in ports/. */
export async function openServer(config: Config, options: ServerOptions = {}) {
  const log = options.log ?? createLog(config.logLevel);
  restrictPrivatePaths(config);
  const database = options.database ?? (await openDatabase(config.databaseUrl, config.pool));
  const notice = newerSchemaNotice(await readSchemaVersion(database.db));
  if (notice) log.warn(notice);
  const jobs = options.jobs ?? (await openJobs(database, log));
  const deps = createDeps(config, database, jobs, { ...options, log });
  logDisabledFeatures(deps);
  if (options.loadOfficeOperations && config.role !== 'auth') await reencryptFactorSecrets(deps);
  const app = webApp(deps, database, options);
  const isWorker = config.role === 'all' || config.role === 'worker';
  if (isWorker) await jobs.start(deps);
  let listener: Awaited<ReturnType<typeof listenForHttp>> | undefined;
  let stopMonitoring = () => {};
  let presence: Awaited<ReturnType<typeof startPresence>> | undefined;
  const drain = async () => listener?.drain();

  return {
    app,
    deps,
    database,
    jobs,
    listen: async () => {
      listener = await listenForHttp(app, config, log);
      stopMonitoring = monitorEventLoop();
      presence = await startPresence(deps, addressOf(listener.port));
      return listener.port;
    },
    drain,
    /** Drains, then stops the jobs and closes the database. */
    close: async () => {
      await drain();
      stopMonitoring();
      await jobs.stop();
      await stopJobs();
      await presence?.end();
      log.info('closing: the jobs have stopped');
      await database.close();
      log.info('closed');
    },
  };
}

const PAYMENTS_DISABLED = '. Open payments are not checked, and refunds wait, until then';
const SMS_KEYS = { msg91: 'MSG91_AUTH_KEY', twilio: 'TWILIO_ACCOUNT_SID' };

function logDisabledFeatures({ config, payments, sms, email, google, facebook, log }: Deps) {
  const { role, places, mapTiles, supplier } = config;
  const isStreaming = role === 'all' || role === 'streaming';
  const usesPayments = isStreaming || role === 'worker';
  const logDisabled = (setting: string, feature: string, effect = '') =>
    log.warn({ setting }, `${feature} disabled: set ${setting}${effect}`);
  for (const name of PROVIDER_NAMES) {
    const { title, settings } = PAYMENT_PROVIDER_SETUPS[name];
    if (usesPayments && !payments[name])
      logDisabled(settings[0], `Payments by ${title} are`, PAYMENTS_DISABLED);
  }
  if (isStreaming && !places) logDisabled('PLACES_URL', 'The search for places is');
  if (isStreaming && !mapTiles) logDisabled('MAP_TILE_URL', 'The map is');
  if (isStreaming && !supplier) logDisabled('SUPPLIER_GSTIN', 'Invoices are');
  if (role !== 'all' && role !== 'auth') return;
  if (!sms) logDisabled(SMS_KEYS[config.smsProvider], 'SMS codes are');
  if (!email) logDisabled('SMTP_URL', 'E-mail codes are');
  if (!google) logDisabled('GOOGLE_CLIENT_ID', 'Google sign-in is');
  if (!facebook) logDisabled('FACEBOOK_APP_ID', 'Facebook sign-in is');
}

export function webApp(
  deps: Deps,
  database: Database,
  {
    sandbox,
    replyCheckMs,
    loadOfficeOperations,
  }: Pick<ServerOptions, 'sandbox' | 'replyCheckMs' | 'loadOfficeOperations'> = {},
): Hono {
  const { role } = deps.config;
  const app = new Hono();
  if (deps.config.isPrivate) app.use(refuseUnknownHosts(deps.config));
  if (role !== 'streaming') app.route('/api/auth', authApp(deps, database));
  if (role !== 'auth')
    app.route('/api/ott', streamingApp(deps, database, { checkMs: replyCheckMs }));
  if (role !== 'auth' && loadOfficeOperations)
    app.route('/api/office', officeApp(deps, database, loadOfficeOperations));
  app.route('/api', notFoundApp(deps));
  // Real providers accept requests from pages of any site; the sandbox accepts only this cinema's
  // pages.
  const cors = corsForOtherSites(deps.config);
  if (sandbox && cors) app.use('/sandbox/*', cors);
  if (sandbox) app.route('/sandbox', sandbox);
  if (role === 'all' || role === 'streaming') {
    app.route('/media', mediaApp(deps));
    // A proxy serves the published site and forwards requests for newer films to this app.
    const site = {
      movieState: (movieKey: string) => movieState(deps.db, movieKey),
      isHttps: isHttps(deps.config),
    };
    app.route('/', siteApp(deps.config.siteDir, site));
  }
  return app;
}
