import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { lookUp } from '#domain/existing.ts';
import { readConfig } from '#server/config/read-config.ts';
import type { Database } from '#server/db/database.ts';
import { one } from '#server/db/one.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { type Server, openServer } from '#server/server.ts';
import { median } from './bench/quantile.ts';
import { openSandboxProvider, type SandboxProvider } from './bench/payments/sandbox-provider.ts';
import { insertFilm, completeSale, openSales, type Sale } from './bench/payments/sales.ts';
import { CommandError, exitWithError } from './command-error.ts';
import { runStep } from './progress.ts';

const USAGE = `Measures the reconciler against the payment sandbox, with all webhooks dropped: the time until open payments are decided, and how
fast the tickets of a withdrawn film are refunded. Uses the embedded database, or the empty PostgreSQL of
DATABASE_URL, which is emptied again.

  npm run bench:payments [-- --attempts 3000 --refunds 20000]`;

const ORIGIN = 'http://localhost:4321';
const SECRETS = { tokenSecret: 'the secret of a bench', otpPepper: 'the pepper of a bench' };
const POLL_INTERVAL_MS = 500;
const WAIT_TIMEOUT_MS = 30 * 60_000;
/** Chosen: the longest time that a viewer waits after a payment if every webhook is lost. */
const DECIDED_WITHIN_SECONDS = 90;

async function main() {
  const { values } = parseArgs({
    options: {
      attempts: { type: 'string', default: '3000' },
      refunds: { type: 'string', default: '20000' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) return console.log(USAGE);
  const [attempts, refunds] = [Number(values.attempts), Number(values.refunds)];
  if (!(attempts >= 1 && refunds >= 1)) throw new CommandError(USAGE);

  const folder = mkdtempSync(join(tmpdir(), 'matinee-bench-'));
  const provider = await openSandboxProvider(`${ORIGIN}/api/ott/payments/webhooks/razorpay`);
  const settings = {
    NODE_ENV: 'test',
    LOG_LEVEL: 'error',
    ORIGIN,
    DATA_DIR: folder,
    DATABASE_URL: process.env['DATABASE_URL'] ?? `file:${join(folder, 'database')}`,
    RAZORPAY_URL: provider.razorpayUrl,
  };
  const server = await openServer(
    readConfig(settings, () => SECRETS),
    { sandboxMailUrl: await provider.openMailbox() },
  );
  try {
    await emptyDatabase(server.database);
    await measureDecisions(server, provider, attempts);
    await measureRefunds(server, provider, refunds);
  } finally {
    await server.close();
    provider.close();
    // The server must have closed, because it sends mails for these tickets and locks their rows.
    const database = await openDatabase(settings.DATABASE_URL);
    await emptyDatabase(database).finally(() => database.close());
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Deletes the rows of the bench. Throws CommandError if the database has other films. */
async function emptyDatabase(database: Database) {
  const { rows } = await database.query(
    `select exists (select from movies where movie_key not like 'bench-%') as "isUsed"`,
  );
  if (one(rows)['isUsed'])
    throw new CommandError('This database has films. Set DATABASE_URL to an empty one.');
  await database.runSql(
    'truncate movies, users, orders, payment_attempts, payment_events, refunds, invoices cascade',
  );
}

async function measureDecisions(
  { deps, database }: Server,
  provider: SandboxProvider,
  count: number,
) {
  const movieId = await insertFilm(deps, 'Open payments');
  const sales = await runStep(`${count} payments are started`, () =>
    openSales({ deps, provider, movieId, count }),
  );
  const paidAt = new Map<number, number>();
  await runStep('The provider completes the payments, without webhooks', async () => {
    for (const { order, providerOrderId } of sales) {
      await provider.pay(providerOrderId);
      paidAt.set(order.movieOrderId, Date.now());
    }
  });
  await runStep('The reconciler decides', (reportProgress) =>
    waitForCount(count, reportProgress, () => countOrders(database, movieId, 'PAID')),
  );
  const { rows } = await database.query(
    'select movie_order_id as id, extract(epoch from paid_at) * 1000 as at from orders where movie_id = $1',
    [movieId],
  );
  const seconds = rows.map(({ id, at }) => (Number(at) - lookUp(paidAt, Number(id))) / 1000);
  const last = Math.max(...seconds);
  console.log(
    `\n${count} open payments: decided ${median(seconds).toFixed(1)} s (median) and ${last.toFixed(1)} s (the last) after the ` +
      `payment; the goal is ${DECIDED_WITHIN_SECONDS} s: ${last <= DECIDED_WITHIN_SECONDS ? 'met' : 'missed'}\n`,
  );
}

async function measureRefunds(
  { deps, database }: Server,
  provider: SandboxProvider,
  count: number,
) {
  const movieId = await insertFilm(deps, 'Withdrawn');
  const sales = await runStep(`${count} tickets are ordered`, () =>
    openSales({ deps, provider, movieId, count }),
  );
  await runStep('The tickets are paid', (reportProgress) =>
    completeAll({ deps, provider, sales, reportProgress }),
  );
  await database.query(`update movies set active = 'N' where movie_id = $1`, [movieId]);
  const started = performance.now();
  await runStep('The film is withdrawn', (reportProgress) =>
    waitForCount(count, reportProgress, () => countOrders(database, movieId, 'REFUNDED')),
  );
  const seconds = (performance.now() - started) / 1000;
  console.log(
    `\n${count} tickets of a withdrawn film: refunded in ${seconds.toFixed(1)} s, ${(count / seconds).toFixed(0)} a second, ` +
      `with at most ${deps.payments.razorpay?.maxConcurrentCalls} calls to the provider at once`,
  );
}

async function completeAll({
  deps,
  provider,
  sales,
  reportProgress,
}: {
  deps: Server['deps'];
  provider: SandboxProvider;
  sales: Sale[];
  reportProgress: (detail: string) => void;
}) {
  for (const [index, sale] of sales.entries()) {
    await completeSale(deps, provider, sale);
    reportProgress(`${index} of ${sales.length}`);
  }
}

const countOrders = async (
  database: Server['database'],
  movieId: number,
  status: string,
): Promise<number> => {
  const { rows } = await database.query(
    'select count(*) as count from orders where movie_id = $1 and payment_status = $2',
    [movieId, status],
  );
  return Number(one(rows)['count']);
};

async function waitForCount(
  count: number,
  reportProgress: (detail: string) => void,
  readCount: () => Promise<number>,
) {
  const end = performance.now() + WAIT_TIMEOUT_MS;
  for (let found = 0; found < count;) {
    if (performance.now() > end) throw new CommandError(`Timeout after ${found} of ${count}`);
    await pause(POLL_INTERVAL_MS);
    found = await readCount();
    reportProgress(`${found} of ${count}`);
  }
}

await main().catch(exitWithError);
