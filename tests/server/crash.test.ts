/** @module-tag databases */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toWire } from '#domain/dates.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { aSandboxServer, type Proof } from '../support/sandbox-server.ts';
import { aDatabase, type TestDatabase } from '../support/database.ts';
import {
  aFreePort,
  aServerProcess,
  runCommand,
  type ServerProcess,
  waitUntil,
} from '../support/server-process.ts';
import { testNow } from '../support/test-now.ts';

// Kills the real server process with kill -9 and starts a new one on the same data. The sandbox keeps running.
const FILMS = 25;
let database: TestDatabase;
let sandboxServer: Awaited<ReturnType<typeof aSandboxServer>>;
let open: () => Promise<ServerProcess>;
let viewer: { userId: number };
let films: { movieId: number }[];
const running = new Set<ServerProcess>();

beforeAll(async () => {
  database = await aDatabase();
  const port = await aFreePort();
  sandboxServer = await aSandboxServer(`http://127.0.0.1:${port}`);
  open = async () => {
    const server = await aServerProcess({
      port,
      databaseUrl: database.url,
      dataDir: database.dataDir,
      sandboxOrigin: sandboxServer.origin,
    });
    running.add(server);
    return server;
  };
  ({ viewer, films } = await database.withConnection(async ({ aViewer, aFilm }) => ({
    viewer: await aViewer(),
    films: await Promise.all(Array.from({ length: FILMS }, () => aFilm())),
  })));
});

afterAll(async () => {
  await Promise.all([...running].map((server) => server.kill()));
  await sandboxServer?.close();
  await database?.drop();
});

async function bookAndOpenPayment(server: ServerProcess) {
  const film = films.pop()!;
  const { json: order } = await server.post(`/ott/movies/${film.movieId}/orders`, {
    as: viewer,
    body: { bookingStartTime: toWire(testNow()), timezone: 'Asia/Kolkata' },
  });
  const { json: checkout } = await server.post(`/ott/orders/${order.movieOrderId}/checkout`, {
    as: viewer,
    body: { provider: 'razorpay' },
  });
  return {
    orderId: order.movieOrderId as number,
    providerOrderId: checkout.order_id as string,
    returnUrl: checkout.page.fields.callback_url as string,
  };
}
type Opened = Awaited<ReturnType<typeof bookAndOpenPayment>>;

const reportPaid = (server: ServerProcess, { orderId }: Opened, proof: Proof) =>
  server.put(`/ott/orders/${orderId}/payment`, {
    as: viewer,
    body: { paymentStatus: 'PAID', ...proof },
  });
/** Razorpay's own page posts a form, and the browser follows the reply. */
const comeBack = (_: ServerProcess, { returnUrl }: Opened, proof: Proof) =>
  fetch(returnUrl, { method: 'POST', body: new URLSearchParams({ ...proof }), redirect: 'manual' });
const REPORTS = [
  ['the report of the browser', reportPaid],
  ['the return from the provider’s page', comeBack],
] as const;
type Report = (typeof REPORTS)[number][1];

/** Milliseconds from the report to the response. */
async function timeToMakeTicket(server: ServerProcess, report: Report): Promise<number> {
  const opened = await bookAndOpenPayment(server);
  const proof = await sandboxServer.payByRazorpay(opened.providerOrderId);
  const started = performance.now();
  await report(server, opened, proof);
  return performance.now() - started;
}

const readOrder = async (server: ServerProcess, orderId: number) =>
  (await server.get(`/ott/orders/${orderId}`, { as: viewer })).json;
const untilPaid = (server: ServerProcess, orderId: number) =>
  waitUntil('the order is PAID', async () => {
    const order = await readOrder(server, orderId);
    return order.paymentStatus === 'PAID' && order;
  });

/** Reads the ticket and the payment of an order, which must exist together or not at all. */
const recordsOf = (orderId: number) =>
  database.withConnection(async ({ query }) => {
    const { rows } = await query(
      `select payment_status, payment_transaction_no, paid_at, booking_end_time - booking_start_time = interval '24 hours' as has_whole_window,
         (select count(*)::int from payment_attempts where movie_order_id = orders.movie_order_id and state = 'paid') as paid_attempts,
         (select count(*)::int from orders as twin where twin.payment_transaction_no = orders.payment_transaction_no) as tickets_of_payment
       from orders where movie_order_id = $1`,
      [orderId],
    );
    return rows[0]!;
  });
const PAID = {
  payment_status: 'PAID',
  payment_transaction_no: expect.stringMatching(/^pay_/),
  paid_at: expect.anything(),
  has_whole_window: true,
  paid_attempts: 1,
  tickets_of_payment: 1,
};
const UNPAID = {
  payment_transaction_no: null,
  paid_at: null,
  has_whole_window: true,
  paid_attempts: 0,
};

describe('after kill -9', () => {
  test(
    'a payment that only the provider has recorded becomes one ticket automatically',
    { tags: ['deep'] },
    async () => {
      let server = await open();
      await sandboxServer.scriptRazorpay({ webhook: 'drop', times: 20 });
      const { orderId, providerOrderId } = await bookAndOpenPayment(server);
      const proof = await sandboxServer.payByRazorpay(providerOrderId);
      await server.kill();
      expect(await recordsOf(orderId)).toMatchObject({ payment_status: 'NEW', ...UNPAID });

      server = await open();
      const order = await untilPaid(server, orderId);
      await sandboxServer.scriptRazorpay({ action: 'release' });
      const report = await server.put(`/ott/orders/${orderId}/payment`, {
        as: viewer,
        body: { paymentStatus: 'PAID', paidAmount: order.totalRoundedValue, ...proof },
      });
      expect(report).toMatchObject({
        status: 200,
        json: {
          paymentStatus: 'PAID',
          bookingStartTime: order.bookingStartTime,
          paymentTransactionNo: proof.razorpay_payment_id,
        },
      });
      await server.kill();
      expect(await recordsOf(orderId)).toMatchObject(PAID);
      await sandboxServer.scriptRazorpay({ action: 'clear_scripts' });
    },
  );

  // A binary search for the moment in which the ticket is created.
  test.each(REPORTS)(
    'at any moment of the ticket creation by %s, a complete ticket exists or none, and later one',
    { tags: ['deep'], timeout: 180_000 },
    async (_, report) => {
      let server = await open();
      let [before, after] = [0, await timeToMakeTicket(server, report)];
      for (let round = 0; round < 7; round++) {
        const opened = await bookAndOpenPayment(server);
        const { orderId } = opened;
        const proof = await sandboxServer.payByRazorpay(opened.providerOrderId); // its webhooks are on their way now
        const reply = report(server, opened, proof).catch(() => null);
        const killAfterMs = (before + after) / 2;
        await pause(killAfterMs);
        await server.kill();
        await reply;

        const found = await recordsOf(orderId);
        const isMade = found['payment_status'] === 'PAID';
        expect(found).toMatchObject(isMade ? PAID : UNPAID);
        [before, after] = isMade ? [before, killAfterMs] : [killAfterMs, after * 1.2];

        server = await open();
        expect(await untilPaid(server, orderId)).toMatchObject({
          paymentTransactionNo: proof.razorpay_payment_id,
        });
        // A browser that got no reply sends its form again.
        await report(server, opened, proof);
        expect(await recordsOf(orderId)).toMatchObject(PAID);
      }
      await server.stop();
    },
  );

  // A trigger delays the work after the update of the payment and before that of the order.
  test.each(REPORTS)(
    'between the updates of payment and order by %s, neither is stored',
    { tags: ['deep'], timeout: 150_000 },
    async (_, report) => {
      let server = await open();
      const usualMs = await timeToMakeTicket(server, report);
      await server.kill();
      await database.withConnection(({ runSql }) => runSql(DELAY_PAYMENT));
      server = await open();
      const opened = await bookAndOpenPayment(server);
      const { orderId } = opened;
      const proof = await sandboxServer.payByRazorpay(opened.providerOrderId);
      const reply = report(server, opened, proof).catch(() => null);
      await pause(usualMs * 2 + 500);
      await server.kill();
      await reply;
      expect(await recordsOf(orderId)).toMatchObject(UNPAID);

      await database.withConnection(({ runSql }) => runSql('drop function delay_payment cascade'));
      server = await open();
      await untilPaid(server, orderId);
      await server.stop();
      expect(await recordsOf(orderId)).toMatchObject(PAID);
    },
  );

  test(
    'in the middle of an import, every imported film is complete, and a second run imports the remaining films',
    { tags: ['deep'], timeout: 180_000 },
    async () => {
      const importDatabase = await aDatabase();
      const file = join(importDatabase.dataDir, 'thousand.json');
      writeFileSync(
        file,
        JSON.stringify({ movies: Array.from({ length: 1000 }, (_, number) => aFilmEntry(number)) }),
      );
      const settings = { DATABASE_URL: importDatabase.url, DATA_DIR: importDatabase.dataDir };
      const countFilms = () =>
        importDatabase.withConnection(
          async ({ query }) =>
            (await query(COUNT_FILMS_SQL)).rows[0] as { films: number; whole: number },
        );

      const first = runCommand(['scripts/cinema.ts', 'import', file, '--create'], settings);
      await waitUntil(
        'the import is on its way',
        async () => first.hasExited() || /movies: [1-9]\d* of 1000/.test(first.output()),
        60_000,
      );
      await first.kill();
      const { films: importedCount, whole } = await countFilms();
      expect(importedCount, first.output()).toBeLessThan(1000);
      expect(whole).toBe(importedCount);

      const second = runCommand(['scripts/cinema.ts', 'import', file, '--create'], settings);
      expect(await second.exited, second.output()).toBe(0);
      expect(await countFilms()).toEqual({ films: 1000, whole: 1000 });
      await importDatabase.drop();
    },
  );
});

const DELAY_PAYMENT = `create function delay_payment() returns trigger language plpgsql as 'begin perform pg_sleep(5); return new; end';
  create trigger delay_payment before update on orders for each row when (new.payment_status = 'PAID') execute function delay_payment()`;

const aFilmEntry = (number: number) => ({
  ref: `title-${number}`,
  movieName: `படம் ${number}`,
  movieNameEn: `Title ${number}`,
  movieType: 'MOVIES',
  primaryLanguage: 'Tamil',
  movieDescriptionEn: 'A film of the list.',
  runningTime: 100,
  ageRating: 7,
  yearProduced: '2025',
  yearReleased: '2026',
  countryOfProduction: 'India',
  ticketRate: 99,
  releaseDate: '-30d',
  streamingStartDate: '-20d',
  genres: ['Drama', 'Family'],
  cast: [
    { actorName: `Actor ${number % 40}`, actorRole: 'Lead' },
    { actorName: `Actor ${number % 7}`, actorRole: 'Director' },
  ],
  active: 'Y',
});
const COUNT_FILMS_SQL = `select count(*)::int as films, count(*) filter (where import_digest is not null and ticket_rate = 9900
    and (select count(*) from movie_genres where movie_id = movies.movie_id) = 2
    and (select count(*) from movie_actors where movie_id = movies.movie_id) = 2)::int as whole from movies`;

describe('a failing start prints the reason in one sentence and exits with 1', () => {
  const refusal = async (args: string[], settings: Record<string, string>) => {
    const command = runCommand(args, settings);
    return { code: await command.exited, output: command.output() };
  };

  const STARTS = [
    { command: 'scripts/start.ts', tags: [] },
    { command: 'scripts/serve.ts', tags: ['deep'] },
    { command: 'scripts/dev.ts', tags: ['deep'] },
  ];
  for (const { command, tags } of STARTS) {
    test(`${command}: an invalid setting`, { tags }, async () => {
      const { code, output } = await refusal([command], {
        PORT: 'soon',
        DATA_DIR: database.dataDir,
      });
      expect({ code, output }).toEqual({
        code: 1,
        output: expect.stringMatching(/^The setting PORT cannot be used: .+\n$/),
      });
    });

    test(`${command}: a data folder that is a file`, { tags: ['deep'] }, async () => {
      const file = join(database.dataDir, 'not-a-folder');
      writeFileSync(file, '');
      const { code, output } = await refusal([command], {
        PORT: String(await aFreePort()),
        DATA_DIR: file,
      });
      expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining('DATA_DIR') });
      expect(output).not.toMatch(/\n\s+at /);
    });

    test(`${command}: a port in use`, { tags }, async () => {
      const { port } = new URL(sandboxServer.origin);
      const { code, output } = await refusal([command], {
        PORT: port,
        DATABASE_URL: database.url,
        DATA_DIR: database.dataDir,
      });
      expect({ code, output }).toEqual({
        code: 1,
        output: expect.stringContaining(`The port ${port} is in use by process ${process.pid}`),
      });
      expect(output).not.toMatch(/\n\s+at /);
    });

    test(`${command}: sandboxes that other machines could reach`, { tags: ['deep'] }, async () => {
      const { port: PORT } = new URL(sandboxServer.origin);
      const { code, output } = await refusal([command], {
        HOST: '0.0.0.0',
        PORT,
        DATA_DIR: database.dataDir,
      });
      expect({ code, output }).toEqual({
        code: 1,
        output: expect.stringContaining('ALLOW_PUBLIC_SANDBOX=true'),
      });
      expect(output).not.toMatch(/\n\s+at /);
    });
  }

  test('`npm run serve` defaults to production', async () => {
    const { port: PORT } = new URL(sandboxServer.origin);
    const { code, output } = await refusal(['scripts/serve.ts'], {
      NODE_ENV: '',
      PORT,
      DATA_DIR: database.dataDir,
    });
    expect({ code, output }).toEqual({
      code: 1,
      output: expect.stringMatching(
        /^The setting DATABASE_URL is required when NODE_ENV is production.+\n$/,
      ),
    });
  });

  // Only root may mount a small disk.
  test.skipIf(process.env['TEST_DATABASE_URL'] || process.getuid?.() !== 0)(
    'a full disk; the database opens after space was freed',
    { tags: ['deep'] },
    async ({ skip }) => {
      const disk = mkdtempSync(join(tmpdir(), 'matinee-full-'));
      const mount = (options: string) =>
        spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', disk]).status === 0;
      if (!mount('size=4m')) skip('this machine does not allow mounting a disk');
      const url = `file:${join(disk, 'database')}`;
      try {
        await expect(openDatabase(url)).rejects.toThrow(/cannot be opened: the disk is full/);
        expect(mount('remount,size=300m')).toBe(true);
        const opened = await openDatabase(url);
        expect(await opened.isReady()).toBe(true);
        await opened.close();
      } finally {
        spawnSync('umount', ['-l', disk]);
      }
    },
  );

  test.skipIf(process.env['TEST_DATABASE_URL'])(
    'an embedded database that another process uses',
    async () => {
      const server = await open();
      const { code, output } = await refusal(['scripts/serve.ts'], {
        PORT: String(await aFreePort()),
        DATABASE_URL: database.url,
        DATA_DIR: database.dataDir,
      });
      expect({ code, output }).toEqual({
        code: 1,
        output: expect.stringContaining('in use by process'),
      });
      await server.stop();
    },
  );
});

test('a ticket and its window survive a restart', { tags: ['deep'] }, async () => {
  let server = await open();
  const { orderId, providerOrderId } = await bookAndOpenPayment(server);
  await sandboxServer.payByRazorpay(providerOrderId);
  const before = await untilPaid(server, orderId);
  expect(await server.stop()).toBe(0);
  server = await open();
  expect(await readOrder(server, orderId)).toEqual(before);
  await server.stop();
});
