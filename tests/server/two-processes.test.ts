import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toWire } from '#domain/dates.ts';
import { aSandboxServer } from '../support/sandbox-server.ts';
import { aPgBouncer, hasPgBouncer } from '../support/debian-services.ts';
import { aDatabase, type TestDatabase } from '../support/database.ts';
import {
  aFreePort,
  aServerProcess,
  type ServerProcess,
  waitUntil,
} from '../support/server-process.ts';
import { testNow } from '../support/test-now.ts';
import { fullHourAfter } from '../support/full-hour.ts';

const NEEDS = 'two processes need PostgreSQL: set TEST_DATABASE_URL';
let database: TestDatabase;
let sandboxServer: Awaited<ReturnType<typeof aSandboxServer>>;
let first: ServerProcess;
let second: ServerProcess;
let count = 0;

const aViewer = () =>
  database.withConnection((connection) =>
    connection.aViewer({ mobile: `96${String(++count).padStart(8, '0')}` }),
  );
const aFilm = () =>
  database.withConnection((connection) => connection.aFilm({ movieKey: randomUUID() }));
const rows = (sql: string, ...values: unknown[]) =>
  database.withConnection(async ({ query }) => (await query(sql, values)).rows);

const slot = () => ({ bookingStartTime: toWire(testNow()), timezone: 'Asia/Kolkata' });
const book = (
  server: ServerProcess,
  as: { userId: number },
  movieId: number,
  headers = {},
  body: object = slot(),
) => server.post(`/ott/movies/${movieId}/orders`, { as, body, headers });
const checkout = (server: ServerProcess, as: { userId: number }, movieOrderId: number) =>
  server.post(`/ott/orders/${movieOrderId}/checkout`, { as, body: { provider: 'razorpay' } });
const processOf = (index: number) => (index % 2 ? first : second);
async function createViewers(
  connection: Parameters<Parameters<TestDatabase['withConnection']>[0]>[0],
  size: number,
) {
  const viewers = [];
  for (let left = size; left > 0; left--)
    viewers.push(await connection.aViewer({ mobile: `96${String(++count).padStart(8, '0')}` }));
  return viewers;
}
/** Adds the metrics of both processes: how many times a payment opened a ticket. */
async function ticketsOpened(): Promise<number> {
  const pages = await Promise.all(
    [first, second].map(async ({ origin }) => (await fetch(`${origin}/api/ott/metrics`)).text()),
  );
  const counts = pages.flatMap((page) =>
    [...page.matchAll(/^\w+\{[^}]*outcome="paid"[^}]*\} (\d+)$/gm)].map(([, times]) =>
      Number(times),
    ),
  );
  return counts.reduce((sum, each) => sum + each, 0);
}

const hasPostgres = Boolean(process.env['TEST_DATABASE_URL']);

const SETUPS = [
  { name: 'two processes on one database', startPooler: undefined, tags: [] },
  ...(hasPgBouncer
    ? [
        {
          name: 'two processes behind PgBouncer in transaction mode',
          startPooler: aPgBouncer,
          tags: ['deep'],
        },
      ]
    : []),
];

for (const { name, startPooler, tags } of SETUPS)
  describe.skipIf(!hasPostgres)(
    hasPostgres ? name : `${name} (left out: ${NEEDS})`,
    { tags },
    () => {
      let pooler: Awaited<ReturnType<typeof aPgBouncer>> | undefined;

      beforeAll(async () => {
        database = await aDatabase();
        pooler = await startPooler?.(new URL(database.url).pathname.slice(1));
        const [port, otherPort] = [await aFreePort(), await aFreePort()];
        sandboxServer = await aSandboxServer(`http://127.0.0.1:${port}`);
        const open = (each: number) =>
          aServerProcess({
            port: each,
            databaseUrl: pooler?.url ?? database.url,
            dataDir: database.dataDir,
            sandboxOrigin: sandboxServer.origin,
          });
        // Both start at the same time: one checks the migrations under a lock, the other waits.
        [first, second] = await Promise.all([open(port), open(otherPort)]);
      }, 60_000);

      afterAll(async () => {
        await Promise.all([first?.kill(), second?.kill()]);
        await sandboxServer?.close();
        pooler?.stop();
        await database?.drop();
      });

      test('count the one-time codes together', async () => {
        const mobileno = '9511111111';
        const ask = (server: ServerProcess) =>
          server.post('/auth/users/registerbyphone', { body: { mobileno, countryCode: '91' } });
        const both = await Promise.all([ask(first), ask(second)]);
        expect(both.map(({ status }) => status).toSorted()).toEqual([201, 429]);
        expect(await ask(second)).toMatchObject({ status: 429, json: { code: 'otp_too_soon' } });
        expect(await sandboxServer.readCodes(`91${mobileno}`)).toHaveLength(1);
      });

      test('count the wrong guesses of a code together: the sixth is refused, even a correct one', async () => {
        const mobileno = '9522222222';
        await first.post('/auth/users/registerbyphone', { body: { mobileno, countryCode: '91' } });
        const [code] = await sandboxServer.readCodes(`91${mobileno}`);
        const wrong = code === '000000' ? '000001' : '000000';
        const guess = (server: ServerProcess, otp: string) =>
          server.post('/auth/users/validatephoneotp', { body: { username: mobileno, otp } });
        const guesses = await Promise.all(
          [first, second, first, second, first].map((server) => guess(server, wrong)),
        );
        expect(guesses.map(({ status }) => status)).toEqual([422, 422, 422, 422, 422]);
        expect(await guess(second, code!)).toMatchObject({
          status: 422,
          json: { code: 'otp_invalid' },
        });
      });

      test('create one order for one idempotency key', async () => {
        const [viewer, film] = [await aViewer(), await aFilm()];
        const [headers, body] = [{ 'Idempotency-Key': 'the same tap' }, slot()];
        const replies = await Promise.all(
          [first, second, first, second].map((server) =>
            book(server, viewer, film.movieId, headers, body),
          ),
        );
        // During the first request, the same key gets 409 `request_running`; afterwards it gets the first reply.
        expect(replies.filter(({ status }) => ![201, 409].includes(status))).toEqual([]);
        const again = [
          await book(first, viewer, film.movieId, headers, body),
          await book(second, viewer, film.movieId, headers, body),
        ];
        expect(again.map(({ status, json }) => [status, json.movieOrderId])).toEqual([
          [201, again[0]!.json.movieOrderId],
          [201, again[0]!.json.movieOrderId],
        ]);
        expect(
          await rows('select count(*)::int as count from orders where user_id = $1', viewer.userId),
        ).toEqual([{ count: 1 }]);
      });

      test('create one order for twenty concurrent bookings', async () => {
        const [viewer, film] = [await aViewer(), await aFilm()];
        const replies = await Promise.all(
          Array.from({ length: 20 }, (_, index) =>
            book(index % 2 ? first : second, viewer, film.movieId),
          ),
        );
        expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
        expect(replies.filter(({ status }) => status === 200)).toHaveLength(19);
        expect(
          await rows('select payment_status from orders where user_id = $1', viewer.userId),
        ).toEqual([{ payment_status: 'NEW' }]);
      });

      test('create one ticket if one gets the webhook and the other the browser’s report', async () => {
        for (let round = 0; round < 5; round++) {
          const [viewer, film] = [await aViewer(), await aFilm()];
          const { json: order } = await book(first, viewer, film.movieId);
          const { json: checkout } = await second.post(
            `/ott/orders/${order.movieOrderId}/checkout`,
            {
              as: viewer,
              body: { provider: 'razorpay' },
            },
          );
          await sandboxServer.scriptRazorpay({ webhook: 'duplicate', copies: 3, times: 3 });
          const proof = await sandboxServer.payByRazorpay(checkout.order_id);
          const reports = await Promise.all(
            [1, 2, 3].map(() =>
              second.put(`/ott/orders/${order.movieOrderId}/payment`, {
                as: viewer,
                body: { paymentStatus: 'PAID', ...proof },
              }),
            ),
          );
          expect(reports.map(({ status, json }) => [status, json.paymentStatus])).toEqual(
            [1, 2, 3].map(() => [200, 'PAID']),
          );
          await waitUntil(
            'the webhooks are applied',
            async () =>
              (
                await rows(
                  'select 1 from payment_events where provider_payment_id = $1 and source = $2 and applied_at is null',
                  proof.razorpay_payment_id,
                  'webhook',
                )
              ).length === 0,
          );
          expect(await ticketsOpened()).toBe(round + 1);
          expect(
            await rows(
              'select payment_status, payment_transaction_no from orders where user_id = $1',
              viewer.userId,
            ),
          ).toEqual([
            { payment_status: 'PAID', payment_transaction_no: proof.razorpay_payment_id },
          ]);
        }
      });

      test(
        'give the last use of a coupon to one of fifty concurrent payments',
        { tags: ['deep'], timeout: 180_000 },
        async () => {
          const film = await aFilm();
          const couponCode = `LAST-${randomUUID().slice(0, 8)}`;
          const viewers = await database.withConnection(async (connection) => {
            await connection.aCoupon({ couponCode, totalLimit: 1 });
            return createViewers(connection, 50);
          });
          const orders = await Promise.all(
            viewers.map((viewer, index) =>
              book(processOf(index), viewer, film.movieId, {}, { ...slot(), couponCode }),
            ),
          );
          const checkouts = await Promise.all(
            orders.map(({ json }, index) =>
              checkout(processOf(index + 1), viewers[index]!, json.movieOrderId),
            ),
          );
          expect(checkouts.filter(({ status }) => status === 201)).toHaveLength(1);
          expect(checkouts.filter(({ json }) => json.code === 'coupon_used_up')).toHaveLength(49);
          expect(
            await rows(
              'select count(*)::int as count from coupon_uses where coupon_code = $1',
              couponCode,
            ),
          ).toEqual([{ count: 1 }]);
        },
      );

      test(
        'create two hundred tickets and invoices for two hundred concurrent purchases',
        { tags: ['deep'], timeout: 300_000 },
        async () => {
          const film = await aFilm();
          const viewers = await database.withConnection((connection) =>
            createViewers(connection, 200),
          );
          const started = performance.now();
          const bought = await Promise.all(
            viewers.map(async (viewer, index) => {
              const { json: order } = await book(processOf(index), viewer, film.movieId);
              const { json: opened } = await checkout(
                processOf(index + 1),
                viewer,
                order.movieOrderId,
              );
              const proof = await sandboxServer.payByRazorpay(opened.order_id);
              return processOf(index).put(`/ott/orders/${order.movieOrderId}/payment`, {
                as: viewer,
                body: { paymentStatus: 'PAID', ...proof },
              });
            }),
          );
          const seconds = (performance.now() - started) / 1000;
          expect(
            bought.filter(({ json }) => json.paymentStatus === 'PAID' && json.invoiceNo),
          ).toHaveLength(200);
          const [numbers] =
            await rows(`select count(*)::int as invoices, count(distinct invoice_no)::int as numbers,
          count(distinct movie_order_id)::int as tickets, max(right(invoice_no, 7)::int) as last
        from invoices where kind = 'invoice'`);
          const { invoices } = numbers as { invoices: number };
          expect(invoices).toBeGreaterThanOrEqual(200);
          expect(numbers).toEqual({
            invoices,
            numbers: invoices,
            tickets: invoices,
            last: invoices,
          });
          process.stdout.write(`200 purchases over two processes in ${seconds.toFixed(1)} s\n`);
        },
      );

      test('open one checkout at the provider', async () => {
        const [viewer, film] = [await aViewer(), await aFilm()];
        const { json: order } = await book(first, viewer, film.movieId);
        const checkouts = await Promise.all(
          [first, second, first, second].map((server) =>
            server.post(`/ott/orders/${order.movieOrderId}/checkout`, {
              as: viewer,
              body: { provider: 'razorpay' },
            }),
          ),
        );
        expect(
          new Set(checkouts.map(({ status, json }) => `${status} ${json.order_id}`)).size,
        ).toBe(1);
      });

      test('share sessions: one renews and refuses what the other issued and ended', async () => {
        const mobileno = '9533333333';
        await first.post('/auth/users/registerbyphone', { body: { mobileno, countryCode: '91' } });
        const [code] = await sandboxServer.readCodes(`91${mobileno}`);
        const { json: session } = await second.post('/auth/users/login', {
          body: { username: mobileno, password: code },
        });
        const renewed = await first.post('/auth/users/generatetoken', {
          body: { refreshToken: session.refreshtoken },
        });
        expect(renewed).toMatchObject({ status: 200, json: { refreshtoken: expect.any(String) } });
        await first.post('/auth/users/logout', {
          body: { refreshToken: renewed.json.refreshtoken },
          headers: { authorization: `Bearer ${renewed.json.token}` },
        });
        expect(
          await second.post('/auth/users/generatetoken', {
            body: { refreshToken: renewed.json.refreshtoken },
          }),
        ).toMatchObject({ status: 403 });
      });

      test('change the slot of an order that the other created', async () => {
        const [viewer, film] = [await aViewer(), await aFilm()];
        const { json: order } = await book(first, viewer, film.movieId);
        const later = toWire(fullHourAfter(testNow()));
        const changed = await second.put(`/ott/orders/${order.movieOrderId}`, {
          as: viewer,
          body: { bookingStartTime: later, timezone: 'Asia/Kolkata' },
        });
        expect(changed).toMatchObject({ status: 200, json: { bookingStartTime: later } });
        expect(
          (await first.get(`/ott/orders/${order.movieOrderId}`, { as: viewer })).json
            .bookingStartTime,
        ).toBe(later);
      });
    },
  );
