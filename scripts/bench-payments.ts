import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { readConfig } from '#server/config/read-config.ts';
import type { Database } from '#server/db/database.ts';
import { openDatabase } from '#server/db/open.ts';
import { type House, openHouse } from '#server/house.ts';
import { CALLS_AT_ONCE } from '#server/ports/payments/provider.ts';
import { median } from './bench/median.ts';
import { openProvider, type Provider } from './bench/payments/provider.ts';
import { aFilm, completeSale, openSales, type Sale } from './bench/payments/sales.ts';
import { CommandError, fail } from './failure.ts';
import { step } from './progress.ts';

const USAGE = `Measures the reconciler against the payment sandbox, with all webhooks dropped: how long after the provider's answer
open payments are decided, and how fast the tickets of a withdrawn film are refunded. On the embedded database, or on the empty
PostgreSQL of DATABASE_URL, which is emptied again.

  npm run bench:payments [-- --attempts 3000 --refunds 20000]`;

const ORIGIN = 'http://localhost:4321';
const SECRETS = { tokenSecret: 'the secret of a bench', otpPepper: 'the pepper of a bench' };
const LOOK_EVERY_MS = 500;
const GIVE_UP_AFTER_MS = 30 * 60_000;
/** Chosen: a viewer whose payment went through waits no longer than this, also when every webhook is lost. */
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
  const provider = await openProvider(`${ORIGIN}/api/ott/payments/webhooks/razorpay`);
  const settings = {
    NODE_ENV: 'test',
    LOG_LEVEL: 'error',
    ORIGIN,
    DATA_DIR: folder,
    DATABASE_URL: process.env['DATABASE_URL'] ?? `file:${join(folder, 'database')}`,
    RAZORPAY_URL: provider.razorpayUrl,
  };
  const house = await openHouse(
    readConfig(settings, () => SECRETS),
    { mailbox: await provider.openMailbox() },
  );
  try {
    await emptied(house.database);
    await decide(house, provider, attempts);
    await giveBack(house, provider, refunds);
  } finally {
    await house.close();
    provider.close();
    // Only now: while the server runs it sends mails of these tickets, and holds their rows.
    const database = await openDatabase(settings.DATABASE_URL);
    await emptied(database).finally(() => database.close());
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The bench's own rows go; in a database that has others nothing is done. */
async function emptied(database: Database) {
  const { rows } = await database.query(
    `select exists (select from movies where movie_key not like 'bench-%') as "isUsed"`,
  );
  if (rows[0]!['isUsed']) throw new CommandError('This database has films of its own. Name an empty one.');
  await database.script('truncate movies, users, orders, payment_attempts, payment_events, refunds, invoices cascade');
}

async function decide({ deps, database }: House, provider: Provider, count: number) {
  const film = await aFilm(deps, 'Open payments');
  const sales = await step(`${count} payments are begun`, () => openSales(deps, provider, film, count));
  const answeredAt = new Map<number, number>();
  await step('The provider takes their money, and tells nobody', async () => {
    for (const { order, providerOrderId } of sales) {
      await provider.pay(providerOrderId);
      answeredAt.set(order.movieOrderId, Date.now());
    }
  });
  await step('The reconciler decides', (tell) => until(count, tell, () => counted(database, film, 'PAID')));
  const { rows } = await database.query(
    'select movie_order_id as id, extract(epoch from paid_at) * 1000 as at from orders where movie_id = $1',
    [film],
  );
  const seconds = rows.map(({ id, at }) => (Number(at) - answeredAt.get(Number(id))!) / 1000);
  const last = Math.max(...seconds);
  console.log(
    `\n${count} open payments: decided ${median(seconds).toFixed(1)} s (median) and ${last.toFixed(1)} s (the last) after the ` +
      `provider's answer was ready; the goal is ${DECIDED_WITHIN_SECONDS} s: ${last <= DECIDED_WITHIN_SECONDS ? 'met' : 'missed'}\n`,
  );
}

async function giveBack({ deps, database }: House, provider: Provider, count: number) {
  const film = await aFilm(deps, 'Withdrawn');
  const sales = await step(`${count} tickets are opened`, () => openSales(deps, provider, film, count));
  await step('They are paid', (tell) => completeAll(deps, provider, sales, tell));
  await database.query(`update movies set active = 'N' where movie_id = $1`, [film]);
  const started = performance.now();
  await step('The film is withdrawn', (tell) => until(count, tell, () => counted(database, film, 'REFUNDED')));
  const seconds = (performance.now() - started) / 1000;
  console.log(
    `\n${count} tickets of a withdrawn film: refunded in ${seconds.toFixed(1)} s, ${(count / seconds).toFixed(0)} a second, ` +
      `with at most ${CALLS_AT_ONCE.razorpay} calls to the provider at once`,
  );
}

async function completeAll(deps: House['deps'], provider: Provider, sales: Sale[], tell: (how: string) => void) {
  for (const [index, sale] of sales.entries()) {
    await completeSale(deps, provider, sale);
    tell(`${index} of ${sales.length}`);
  }
}

const counted = async (database: House['database'], film: number, status: string): Promise<number> =>
  Number(
    (
      await database.query('select count(*) as count from orders where movie_id = $1 and payment_status = $2', [
        film,
        status,
      ])
    ).rows[0]!['count'],
  );

async function until(count: number, tell: (how: string) => void, look: () => Promise<number>) {
  const end = performance.now() + GIVE_UP_AFTER_MS;
  for (let found = 0; found < count;) {
    if (performance.now() > end) throw new CommandError(`Gave up with ${found} of ${count}`);
    await pause(LOOK_EVERY_MS);
    found = await look();
    tell(`${found} of ${count}`);
  }
}

await main().catch(fail);
