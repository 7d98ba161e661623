import type { PGlite, QueryOptions } from '@electric-sql/pglite';
import pg from 'pg';
import type { Database } from '#server/db/database.ts';
import { openDatabase } from '#server/db/open.ts';
import { overPglite } from '#server/db/pglite.ts';
import { overPool } from '#server/db/postgres.ts';
import { aDatabase } from '../database.ts';
import { aLaidDatabase } from '../laid-database.ts';
import { aFuse, type Fuse } from './fuse.ts';

const CONNECTIONS = 6;

/** One database for several processes. `connect` gives each its own way in, which ends with its fuse, open transactions and all. */
export async function aSharedDatabase() {
  const isPostgres = Boolean(process.env['TEST_DATABASE_URL']);
  const own = isPostgres ? await aDatabase() : undefined;
  const root = own ? await openDatabase(own.url) : await aLaidDatabase();
  if (!own) readDatesAsText(embedded(root));
  const pools = new Set<pg.Pool>();

  function connect(): { database: Database; fuse: Fuse } {
    if (!own) {
      const fuse = aFuse(() => undefined);
      return { database: overPglite(fusedPglite(embedded(root), fuse), () => undefined), fuse };
    }
    const pool = new pg.Pool({ connectionString: own.url, max: CONNECTIONS });
    pools.add(pool);
    pool.on('error', () => undefined);
    pool.on('connect', (client) => client.on('error', () => undefined));
    const fuse = aFuse(() => hangUp(pool));
    return { database: overPool(fusedPool(pool, fuse)), fuse };
  }

  return {
    root,
    connect,
    async close() {
      for (const pool of pools) hangUp(pool);
      await root.close();
      await own?.drop();
    },
  };
}

const embedded = ({ db }: Database) => (db as unknown as { $client: PGlite }).$client;

// Drizzle reads dates itself, and says so with every question; said once instead, a tenth of all the time is saved.
const DATES = [1082, 1114, 1115, 1182, 1184, 1185, 1186, 1187, 1231];
function readDatesAsText({ parsers }: PGlite) {
  for (const type of DATES) parsers[type] = (text) => text;
}

/** As the system does it for a killed process: every socket is gone, and the database rolls back what was open on it. */
function hangUp(pool: pg.Pool) {
  const { _clients: clients } = pool as unknown as { _clients: { connection: { stream: { destroy: () => void } } }[] };
  for (const { connection } of clients) connection.stream.destroy();
}

/** The method of this name is replaced, everything else is the target's own. */
function replacing<Target extends object>(target: Target, methods: Record<string, unknown>): Target {
  return new Proxy(target, {
    get(_, name) {
      if (typeof name === 'string' && Object.hasOwn(methods, name)) return methods[name];
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

type Work = (tx: PGlite) => Promise<unknown>;

// One connection serves all processes of the embedded database; a transaction whose process dies fails, and is rolled back.
function fusedPglite(client: PGlite, fuse: Fuse): PGlite {
  return replacing(client, {
    async query(text: string, values: unknown[], options?: QueryOptions) {
      fuse.pass('statement');
      return client.query(text, values, options?.rowMode && { rowMode: options.rowMode });
    },
    async exec(text: string) {
      fuse.pass('statement');
      return client.exec(text);
    },
    async transaction(work: Work) {
      fuse.pass('statement');
      const result = await client.transaction(async (tx) => {
        const made = await work(fusedPglite(tx as unknown as PGlite, fuse));
        fuse.pass('commit');
        return made;
      });
      fuse.pass('committed');
      return result;
    },
  });
}

type Ask = (query: { text?: string } | string, ...rest: unknown[]) => Promise<unknown>;

function fusedPool(pool: pg.Pool, fuse: Fuse): pg.Pool {
  const fused = (target: pg.Pool | pg.PoolClient): Ask => {
    const ask = target.query.bind(target) as unknown as Ask;
    return async (query, ...rest) => {
      const isCommit = (typeof query === 'string' ? query : query.text) === 'commit';
      fuse.pass(isCommit ? 'commit' : 'statement');
      const answer = await ask(query, ...rest);
      if (isCommit) fuse.pass('committed');
      return answer;
    };
  };
  return replacing(pool, {
    query: fused(pool),
    async connect() {
      const client = await pool.connect();
      return replacing(client, { query: fused(client), release: () => client.release(fuse.diedAt() !== undefined) });
    },
  });
}
