import type { PGlite, QueryOptions } from '@electric-sql/pglite';
import pg from 'pg';
import type { Database } from '#server/db/database.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { pgliteDatabase } from '#server/db/pglite.ts';
import { poolDatabase } from '#server/db/postgres.ts';
import { aDatabase } from '../database.ts';
import { aPreparedDatabase } from '../prepared-database.ts';
import { aCrashTrigger, type CrashTrigger } from './crash-trigger.ts';

const MAX_CONNECTIONS = 6;

/** One database for several processes. Each `connect` has its own crash trigger, which also rolls back open transactions. */
export async function aSharedDatabase() {
  const isPostgres = Boolean(process.env['TEST_DATABASE_URL']);
  const own = isPostgres ? await aDatabase() : undefined;
  const root = own ? await openDatabase(own.url) : await aPreparedDatabase();
  if (!own) readDatesAsText(embedded(root));
  const pools = new Set<pg.Pool>();

  function connect(): { database: Database; crashTrigger: CrashTrigger } {
    if (!own) {
      const crashTrigger = aCrashTrigger(() => undefined);
      return {
        database: pgliteDatabase(crashingPglite(embedded(root), crashTrigger), () => undefined),
        crashTrigger,
      };
    }
    const pool = new pg.Pool({ connectionString: own.url, max: MAX_CONNECTIONS });
    pools.add(pool);
    pool.on('error', () => undefined);
    pool.on('connect', (client) => client.on('error', () => undefined));
    const crashTrigger = aCrashTrigger(() => destroySockets(pool));
    return { database: poolDatabase(crashingPool(pool, crashTrigger)), crashTrigger };
  }

  return {
    root,
    connect,
    async close() {
      for (const pool of pools) destroySockets(pool);
      await root.close();
      await own?.drop();
    },
  };
}

const embedded = ({ db }: Database) => (db as unknown as { $client: PGlite }).$client;

// Drizzle passes its date parsers with every query. Setting them once saves 10 % of the time.
const DATE_TYPE_OIDS = [1082, 1114, 1115, 1182, 1184, 1185, 1186, 1187, 1231];
function readDatesAsText({ parsers }: PGlite) {
  for (const type of DATE_TYPE_OIDS) parsers[type] = (text) => text;
}

/** Closes every socket as the system does for a killed process. The database rolls back open transactions. */
function destroySockets(pool: pg.Pool) {
  const { _clients: clients } = pool as unknown as {
    _clients: { connection: { stream: { destroy: () => void } } }[];
  };
  for (const { connection } of clients) connection.stream.destroy();
}

function withMethods<Target extends object>(
  target: Target,
  methods: Record<string, unknown>,
): Target {
  return new Proxy(target, {
    get(_, name) {
      if (typeof name === 'string' && Object.hasOwn(methods, name)) return methods[name];
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

type TransactionCallback = (tx: PGlite) => Promise<unknown>;

// All processes share the connection of the embedded database. A transaction of a crashed process fails and rolls back.
function crashingPglite(client: PGlite, crashTrigger: CrashTrigger): PGlite {
  return withMethods(client, {
    async query(text: string, values: unknown[], options?: QueryOptions) {
      crashTrigger.reach('statement');
      return client.query(text, values, options?.rowMode && { rowMode: options.rowMode });
    },
    async exec(text: string) {
      crashTrigger.reach('statement');
      return client.exec(text);
    },
    async transaction(run: TransactionCallback) {
      crashTrigger.reach('statement');
      const result = await client.transaction(async (tx) => {
        const value = await run(crashingPglite(tx as unknown as PGlite, crashTrigger));
        crashTrigger.reach('commit');
        return value;
      });
      crashTrigger.reach('committed');
      return result;
    },
  });
}

type QueryFunction = (query: { text?: string } | string, ...args: unknown[]) => Promise<unknown>;

function crashingPool(pool: pg.Pool, crashTrigger: CrashTrigger): pg.Pool {
  const withCrashPoints = (target: pg.Pool | pg.PoolClient): QueryFunction => {
    const runQuery = target.query.bind(target) as unknown as QueryFunction;
    return async (query, ...args) => {
      const isCommit = (typeof query === 'string' ? query : query.text) === 'commit';
      crashTrigger.reach(isCommit ? 'commit' : 'statement');
      const response = await runQuery(query, ...args);
      if (isCommit) crashTrigger.reach('committed');
      return response;
    };
  };
  return withMethods(pool, {
    query: withCrashPoints(pool),
    async connect() {
      const client = await pool.connect();
      return withMethods(client, {
        query: withCrashPoints(client),
        release: () => client.release(crashTrigger.crashedAt() !== undefined),
      });
    },
  });
}
