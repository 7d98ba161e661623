import { Hono } from 'hono';
import { authApp, nothingHere, streamingApp } from './app.ts';
import { type Config, isHttps } from './config/config.ts';
import { crossOrigin } from './cross-origin.ts';
import type { Database } from './db/database.ts';
import { openDatabase } from './db/open.ts';
import { newerSchemaNotice, readSchemaVersion } from './db/schema-check.ts';
import type { Deps } from './deps.ts';
import { type HttpListener, listenForHttp } from './http-listener.ts';
import { type Jobs, openJobs } from './jobs/jobs.ts';
import { createLog } from './log.ts';
import { makeDeps, type Surroundings } from './make-deps.ts';
import { closePrivatePaths } from './private-files.ts';
import { mediaApp } from './site/media.ts';
import { movieState } from './site/queries.ts';
import { siteApp } from './site/site.ts';

export interface HouseOptions extends Partial<Surroundings> {
  /** Servers with the providers' own protocols; development and tests only. */
  sandbox?: Hono;
  /** One that is open already, for tests of several processes on one. */
  database?: Database;
  /** Other jobs than pg-boss's, for tests that call the work themselves. */
  jobs?: Jobs;
}

/** Everything that serves, put together: database, ports, jobs and the web application. Nothing listens yet. */
export interface House {
  app: Hono;
  deps: Deps;
  database: Database;
  jobs: Jobs;
  /** Listens; gives the port. Throws when it is taken. */
  listen: () => Promise<number>;
  /** The first half of `close`: no request runs afterwards. */
  drain: () => Promise<void>;
  /** Drains, then stops the jobs and closes the database. */
  close: () => Promise<void>;
}

/** Opens a house by its configuration. Throws DatabaseError, or the ports' own refusals. */
export async function openHouse(config: Config, options: HouseOptions = {}): Promise<House> {
  const log = options.log ?? createLog(config.logLevel);
  closePrivatePaths(config);
  const database = options.database ?? (await openDatabase(config.databaseUrl, config.pool));
  const notice = newerSchemaNotice(await readSchemaVersion(database.db));
  if (notice) log.warn(notice);
  const jobs = options.jobs ?? (await openJobs(database, log));
  const deps = makeDeps(config, database, jobs, { ...options, log });
  sayWhatIsOff(deps);
  const app = appOf(deps, database, options.sandbox);
  const isWorker = config.role === 'all' || config.role === 'worker';
  if (isWorker) await jobs.work(deps);
  let listener: HttpListener | undefined;
  const drain = async () => listener?.drain();

  return {
    app,
    deps,
    database,
    jobs,
    listen: async () => {
      listener = await listenForHttp(app, config, log);
      return listener.port;
    },
    drain,
    close: async () => {
      await drain();
      await jobs.stop();
      log.info('closing: the jobs have stopped');
      await database.close();
      log.info('closed');
    },
  };
}

const OFF_AT_TILL = ': it has no keys. What was begun with it is not asked about, and its refunds wait';
const SMS_KEYS = { msg91: 'MSG91_AUTH_KEY', twilio: 'TWILIO_ACCOUNT_SID' };

/** What has no keys or address is not offered; whoever runs the house should know why. */
function sayWhatIsOff({ config, payments, sms, email, google, facebook, log }: Deps) {
  const { role, places, mapTiles, supplier } = config;
  const isStreaming = role === 'all' || role === 'streaming';
  const isTill = isStreaming || role === 'worker';
  if (isTill && !payments.razorpay) log.warn({ setting: 'RAZORPAY_KEY_ID' }, `Razorpay is off${OFF_AT_TILL}`);
  if (isTill && !payments.paypal) log.warn({ setting: 'PAYPAL_CLIENT_ID' }, `PayPal is off${OFF_AT_TILL}`);
  if (isStreaming && !places) log.warn({ setting: 'PLACES_URL' }, 'The search for places is off: it has no address');
  if (isStreaming && !mapTiles) log.warn({ setting: 'MAP_TILE_URL' }, 'The map is off: it has no tiles');
  if (isStreaming && !supplier) log.warn({ setting: 'SUPPLIER_GSTIN' }, 'Invoices are off: nothing says who sells');
  if (role !== 'all' && role !== 'auth') return;
  if (!sms) log.warn({ setting: SMS_KEYS[config.smsProvider] }, 'Codes by SMS are off: they have no keys');
  if (!email) log.warn({ setting: 'SMTP_URL' }, 'Codes by e-mail are off: they have no mail server');
  if (!google) log.warn({ setting: 'GOOGLE_CLIENT_ID' }, 'Google sign-in is off: it has no key');
  if (!facebook) log.warn({ setting: 'FACEBOOK_APP_ID' }, 'Facebook sign-in is off: it has no keys');
}

/** The web application of a house. */
export function appOf(deps: Deps, database: Database, sandbox: Hono | undefined): Hono {
  const { role } = deps.config;
  const app = new Hono();
  if (role !== 'streaming') app.route('/api/auth', authApp(deps, database));
  if (role !== 'auth') app.route('/api/ott', streamingApp(deps, database));
  app.route('/api', nothingHere(deps));
  // Providers answer pages of any site; the sandbox answers ours.
  const share = crossOrigin(deps.config);
  if (sandbox && share) app.use('/sandbox/*', share);
  if (sandbox) app.route('/sandbox', sandbox);
  if (role === 'all' || role === 'streaming') {
    app.route('/media', mediaApp(deps));
    // A proxy in front serves the site itself, and asks here for films that are newer than its release.
    const site = { movieState: (movieKey: string) => movieState(deps.db, movieKey), isHttps: isHttps(deps.config) };
    app.route('/', siteApp(deps.config.siteDir, site));
  }
  return app;
}
