import { serverSentences } from '#messages/refusals/server.ts';
import pg from 'pg';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { aPgBouncer, hasPgBouncer } from '../support/debian-services.ts';
import { namedEndpoints, urlOf } from '../support/endpoints.ts';
import { aServer, type TestServer } from '../support/test-server.ts';
import { purchaseSteps } from '../support/purchase.ts';
import { aPostgresCluster, isPostgresInstalled } from '../support/stress/postgres-cluster.ts';
import { waitUntil } from '../support/server-process.ts';
import { aRunningClock } from '../support/test-now.ts';

// Stops and starts its own PostgreSQL cluster, so it runs only with the tests on PostgreSQL.
const isWanted = Boolean(process.env['TEST_DATABASE_URL'] && isPostgresInstalled);
const NEEDS = 'needs a local PostgreSQL and TEST_DATABASE_URL';
const LIST = '/api/ott/public/getallmovies';
const REFUSAL = { code: 'database_away', message: serverSentences.database_away };

describe.skipIf(!isWanted)(
  isWanted ? 'While PostgreSQL is unavailable' : `PostgreSQL unavailable (left out: ${NEEDS})`,
  () => {
    let cluster: Awaited<ReturnType<typeof aPostgresCluster>>;
    let server: TestServer;
    let viewer: { userId: number };
    const lines: Record<string, unknown>[] = [];
    const clock = aRunningClock();

    beforeAll(async () => {
      cluster = await aPostgresCluster();
      const log = pino({ level: 'warn' }, {
        write: (line) => void lines.push(JSON.parse(line)),
      } as pino.DestinationStream);
      server = await aServer({
        clock,
        log,
        settings: { DATABASE_URL: cluster.url, DATABASE_STATEMENT_SECONDS: '1' },
      });
      viewer = await server.aViewer();
      await server.aFilm();
    }, 120_000);
    afterAll(() => cluster?.drop());

    const whileUnavailable = async (
      work: () => Promise<unknown>,
      ending: 'stop' | 'crash' = 'stop',
    ) => {
      await cluster[ending]();
      try {
        await work();
      } finally {
        await cluster.start();
      }
    };
    const ask = ({ method, ...endpoint }: Endpoint) =>
      server[method.toLowerCase() as 'get'](urlOf({ method, ...endpoint }), {
        as: { ...viewer, roles: ['Producer'] },
        ...(method !== 'GET' && { body: {} }),
      });

    test('public and signed-in calls are 503 with Retry-After, and work again afterwards', async () => {
      for (const ending of ['stop', 'crash'] as const) {
        await whileUnavailable(async () => {
          for (const response of [
            await server.get(LIST),
            await server.get('/api/ott/orders', { as: viewer }),
          ]) {
            expect(response).toMatchObject({ status: 503, json: REFUSAL });
            expect(response.headers.get('retry-after')).toBe('3');
            expect(response.headers.get('content-type')).toContain('application/problem+json');
            expect(response.headers.get('cache-control')).toBe('no-store');
          }
        }, ending);
        expect([
          (await server.get(LIST)).status,
          (await server.get('/api/ott/orders', { as: viewer })).status,
        ]).toEqual([200, 200]);
      }
    });

    test('no call of the contract is 500, and each logs one line', async () => {
      await whileUnavailable(async () => {
        lines.length = 0;
        let refusedCount = 0;
        for (const [name, endpoint] of namedEndpoints) {
          const { status, json } = await ask(endpoint);
          if (status < 500) continue;
          expect({ name, status, code: json.code }).toEqual({
            name,
            status: 503,
            code: 'database_away',
          });
          refusedCount++;
        }
        expect(refusedCount).toBeGreaterThan(25);
        expect(lines).toHaveLength(refusedCount);
        for (const line of lines)
          expect(line).toMatchObject({
            level: 40,
            msg: 'the database is unavailable',
            reason: expect.stringContaining('ECONN'),
          });
        expect(JSON.stringify(lines)).not.toMatch(/stack|select/i);
      });
    });

    test('a payment webhook is refused, sent again by the provider, and opens one ticket', async () => {
      const purchase = purchaseSteps(server);
      const { viewer: payer, order } = await purchase.anUnpaidOrder({ buyerState: '33' });
      const { json } = await purchase.checkout(payer, order);
      await whileUnavailable(async () => {
        await purchase.payAtProvider(json.order_id);
        await waitUntil('the provider has got 503', async () =>
          (await deliveryResultsOf(json.order_id)).includes(503),
        );
      });
      await waitUntil('the ticket is open', async () => {
        const { json: now } = await server.get(`/api/ott/orders/${order.movieOrderId}`, {
          as: payer,
        });
        return now.paymentStatus === 'PAID';
      });
      await server.sandbox.waitUntilIdle();
      expect((await deliveryResultsOf(json.order_id)).at(-1)).toBe(200);
      const { rows } = await server.database.query(
        `select (select count(*)::int from payment_attempts where movie_order_id = $1 and state = 'paid') as paid,
         (select count(*)::int from invoices where movie_order_id = $1) as invoices,
         (select count(*)::int from payment_events where applied_at is null) as open`,
        [order.movieOrderId],
      );
      expect(rows).toEqual([{ paid: 1, invoices: 1, open: 0 }]);
    });

    /** Returns the response status of each webhook delivery for a provider order. */
    async function deliveryResultsOf(providerOrderId: string): Promise<(number | string)[]> {
      const { webhooks } = (await (
        await server.scriptSandbox({ provider: 'razorpay', action: 'list' })
      ).json()) as {
        webhooks: { body: string; tries: (number | string)[] }[];
      };
      return webhooks
        .filter(({ body }) => body.includes(providerOrderId))
        .flatMap(({ tries }) => tries);
    }

    test('a statement that takes too long is 503 too', { tags: ['deep'] }, async () => {
      const client = new pg.Client({ connectionString: cluster.url });
      await client.connect();
      await client.query('begin; lock table movies in access exclusive mode');
      lines.length = 0;
      expect(await server.get(LIST)).toMatchObject({ status: 503, json: REFUSAL });
      expect(lines).toMatchObject([
        { level: 40, msg: 'the database is too busy', reason: expect.stringMatching(/^57014/) },
      ]);
      await client.end();
      expect((await server.get(LIST)).status).toBe(200);
    });

    test.runIf(hasPgBouncer)(
      'calls behind PgBouncer are 503 too, after its query wait timeout',
      { tags: ['deep'] },
      async () => {
        const bouncer = await aPgBouncer('postgres', { serverUrl: cluster.url, waitSeconds: 1 });
        const serverBehindBouncer = await aServer({
          clock,
          settings: { DATABASE_URL: bouncer.url },
        });
        expect((await serverBehindBouncer.get(LIST)).status).toBe(200);
        await whileUnavailable(async () => {
          for (let count = 0; count < 3; count++)
            expect(await serverBehindBouncer.get(LIST)).toMatchObject({
              status: 503,
              json: REFUSAL,
            });
        });
        await waitUntil(
          'the database is back',
          async () => (await serverBehindBouncer.get(LIST)).status === 200,
        );
        bouncer.stop();
      },
    );
  },
);
