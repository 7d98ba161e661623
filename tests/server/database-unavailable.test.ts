import pg from 'pg';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { commonMessages } from '#messages/common.ts';
import { aPgBouncer, hasPgBouncer } from '../support/debian-services.ts';
import { namedEndpoints, urlOf } from '../support/endpoints.ts';
import { aHouse, type TestHouse } from '../support/house.ts';
import { purchases } from '../support/purchase.ts';
import { aCluster, hasCluster } from '../support/siege/cluster.ts';
import { until } from '../support/server-process.ts';

// A PostgreSQL of its own that is stopped and started again, so it goes with the tests on one.
const isWanted = Boolean(process.env['TEST_DATABASE_URL'] && hasCluster);
const NEEDS = 'needs a PostgreSQL of this machine, and TEST_DATABASE_URL names none';
const LIST = '/api/ott/public/getallmovies';
const REFUSAL = { code: 'database_away', message: commonMessages.houseAway };

describe.skipIf(!isWanted)(isWanted ? 'While PostgreSQL is away' : `PostgreSQL away (left out: ${NEEDS})`, () => {
  let cluster: Awaited<ReturnType<typeof aCluster>>;
  let house: TestHouse;
  let viewer: { userId: number };
  const lines: Record<string, unknown>[] = [];
  const clock = { now: () => new Date(), set: () => undefined, advance: () => undefined };

  beforeAll(async () => {
    cluster = await aCluster();
    const log = pino({ level: 'warn' }, {
      write: (line) => void lines.push(JSON.parse(line)),
    } as pino.DestinationStream);
    house = await aHouse({ clock, log, settings: { DATABASE_URL: cluster.url, DATABASE_STATEMENT_SECONDS: '1' } });
    viewer = await house.aViewer();
    await house.aFilm();
  }, 120_000);
  afterAll(() => cluster?.drop());

  const whileAway = async (work: () => Promise<unknown>, way: 'leave' | 'fall' = 'leave') => {
    await cluster[way]();
    try {
      await work();
    } finally {
      await cluster.start();
    }
  };
  const ask = ({ method, ...endpoint }: Endpoint) =>
    house[method.toLowerCase() as 'get'](urlOf({ method, ...endpoint }), {
      as: { ...viewer, roles: ['Producer'] },
      ...(method !== 'GET' && { body: {} }),
    });

  test('a list and a viewer’s call are 503, say when to ask again, and are answered when it is back', async () => {
    for (const way of ['leave', 'fall'] as const) {
      await whileAway(async () => {
        for (const asked of [await house.get(LIST), await house.get('/api/ott/orders', { as: viewer })]) {
          expect(asked).toMatchObject({ status: 503, json: REFUSAL });
          expect(asked.headers.get('retry-after')).toBe('3');
          expect(asked.headers.get('content-type')).toContain('application/problem+json');
          expect(asked.headers.get('cache-control')).toBe('no-store');
        }
      }, way);
      expect([(await house.get(LIST)).status, (await house.get('/api/ott/orders', { as: viewer })).status]).toEqual([
        200, 200,
      ]);
    }
  });

  test('no call of the contract ends as though the house were broken, and each is one line of the log', async () => {
    await whileAway(async () => {
      lines.length = 0;
      let refused = 0;
      for (const [name, endpoint] of namedEndpoints) {
        const { status, json } = await ask(endpoint);
        if (status < 500) continue;
        expect({ name, status, code: json.code }).toEqual({ name, status: 503, code: 'database_away' });
        refused++;
      }
      expect(refused).toBeGreaterThan(25);
      expect(lines).toHaveLength(refused);
      for (const line of lines)
        expect(line).toMatchObject({
          level: 40,
          msg: 'the database is away',
          reason: expect.stringContaining('ECONN'),
        });
      expect(JSON.stringify(lines)).not.toMatch(/stack|select/i);
    });
  });

  test('news of a payment is refused, sent again by the provider, and opens one ticket', async () => {
    const shop = purchases(house);
    const { viewer: payer, order } = await shop.anOpenOrder({ buyerState: '33' });
    const { json } = await shop.checkout(payer, order);
    await whileAway(async () => {
      await shop.payAt(json.order_id);
      await until('the provider has heard 503', async () => (await triesOf(json.order_id)).includes(503));
    });
    await until('the ticket is open', async () => {
      const { json: now } = await house.get(`/api/ott/orders/${order.movieOrderId}`, { as: payer });
      return now.paymentStatus === 'PAID';
    });
    await house.sandbox.idle();
    expect((await triesOf(json.order_id)).at(-1)).toBe(200);
    const { rows } = await house.database.query(
      `select (select count(*)::int from payment_attempts where movie_order_id = $1 and state = 'paid') as paid,
         (select count(*)::int from invoices where movie_order_id = $1) as invoices,
         (select count(*)::int from payment_events where applied_at is null) as open`,
      [order.movieOrderId],
    );
    expect(rows).toEqual([{ paid: 1, invoices: 1, open: 0 }]);
  });

  /** What each delivery of news about a provider's order was answered. */
  async function triesOf(providerOrderId: string): Promise<(number | string)[]> {
    const { webhooks } = (await (await house.script({ provider: 'razorpay', action: 'list' })).json()) as {
      webhooks: { body: string; tries: (number | string)[] }[];
    };
    return webhooks.filter(({ body }) => body.includes(providerOrderId)).flatMap(({ tries }) => tries);
  }

  test('a statement that takes too long is 503 too', { tags: ['deep'] }, async () => {
    const client = new pg.Client({ connectionString: cluster.url });
    await client.connect();
    await client.query('begin; lock table movies in access exclusive mode');
    lines.length = 0;
    expect(await house.get(LIST)).toMatchObject({ status: 503, json: REFUSAL });
    expect(lines).toMatchObject([
      { level: 40, msg: 'the database is too busy', reason: expect.stringMatching(/^57014/) },
    ]);
    await client.end();
    expect((await house.get(LIST)).status).toBe(200);
  });

  test.runIf(hasPgBouncer)(
    'behind PgBouncer it is the same, after as long as that lets statements wait',
    { tags: ['deep'] },
    async () => {
      const bouncer = await aPgBouncer('postgres', { before: cluster.url, waitSeconds: 1 });
      const other = await aHouse({ clock, settings: { DATABASE_URL: bouncer.url } });
      expect((await other.get(LIST)).status).toBe(200);
      await whileAway(async () => {
        for (let count = 0; count < 3; count++)
          expect(await other.get(LIST)).toMatchObject({ status: 503, json: REFUSAL });
      });
      await until('it is back', async () => (await other.get(LIST)).status === 200);
      bouncer.stop();
    },
  );
});
