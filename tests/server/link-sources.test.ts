/** @module-tag dates */
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { PaymentStatus } from '#domain/payment-states.ts';
import { DAY, HOUR } from '#domain/limits/durations.ts';
import { SALES_DAYS_MAX } from '#domain/limits/producer.ts';
import { deleteExpiredRows } from '#server/db/delete-expired-rows.ts';
import { PRODUCER } from '../support/access-fixture.ts';
import { aChannel } from '../support/channels.ts';
import { purchaseSteps } from '../support/purchase.ts';
import { anIpAddress } from '../support/sign-in.ts';
import { aClock, aServer, type TestServer } from '../support/test-server.ts';

const NOON = new Date('2026-11-21T06:30:00Z');
const clock = aClock(NOON);
let server: TestServer;
let purchase: ReturnType<typeof purchaseSteps>;

beforeAll(async () => {
  server = await aServer({ clock, settings: { TRUST_PROXY: 'true' } });
  purchase = purchaseSteps(server);
});
beforeEach(() => clock.set(NOON));

interface Film {
  movieId: number;
}
const visit = (film: Film, from: unknown, ip = anIpAddress()) =>
  server.post(`/api/ott/public/movies/${film.movieId}/visits`, {
    body: { from },
    headers: { 'x-forwarded-for': ip, 'user-agent': 'Secretive/1.0' },
  });
const visitsOf = async ({ movieId }: Film) => {
  const { rows } = await server.database.query(
    `select day::text, link_source, visits from movie_visits where movie_id = ${movieId} order by day, link_source`,
  );
  return rows as { day: string; link_source: string; visits: number }[];
};
const sourceOf = async ({ movieOrderId }: { movieOrderId: number }) => {
  const { rows } = await server.database.query(
    `select link_source from orders where movie_order_id = ${movieOrderId}`,
  );
  return (rows as { link_source: string | null }[])[0]!.link_source;
};

describe('a visit', () => {
  test('is counted by film, day in India and label, and nothing else is stored', async () => {
    const [film, other] = [await server.aFilm(), await server.aFilm()];
    expect((await visit(film, 'my-site')).status).toBe(204);
    await visit(film, 'my-site');
    await visit(film, 'festival-26');
    await visit(other, 'my-site');
    clock.set(new Date('2026-11-21T18:30:00Z'));
    await visit(film, 'my-site');
    expect(await visitsOf(film)).toEqual([
      { day: '2026-11-21', link_source: 'festival-26', visits: 1 },
      { day: '2026-11-21', link_source: 'my-site', visits: 2 },
      { day: '2026-11-22', link_source: 'my-site', visits: 1 },
    ]);
    expect(await visitsOf(other)).toMatchObject([{ visits: 1 }]);
  });

  test('is sent as text, as a beacon does', async () => {
    const film = await server.aFilm();
    const { status } = await server.post(`/api/ott/public/movies/${film.movieId}/visits`, {
      body: '{"from":"my-site"}',
      headers: { 'content-type': 'text/plain;charset=UTF-8', 'x-forwarded-for': anIpAddress() },
    });
    expect([status, await visitsOf(film)]).toMatchObject([204, [{ link_source: 'my-site' }]]);
  });

  test.each(['', 'My-Site', 'a b', 'அ', 'x'.repeat(33), 'a@b.example', '<b>', 7, null])(
    'with the label %j is refused',
    async (from) => {
      const film = await server.aFilm();
      expect(await visit(film, from)).toMatchObject({
        status: 422,
        json: { code: 'validation_failed' },
      });
      expect(await visitsOf(film)).toEqual([]);
    },
  );

  test('of a film that is not on show is refused', async () => {
    const withdrawn = await server.aFilm({ active: 'N' });
    for (const film of [withdrawn, { movieId: 2_000_000_000 }])
      expect(await visit(film, 'my-site')).toMatchObject({
        status: 404,
        json: { code: 'movie_not_found' },
      });
    expect(await visitsOf(withdrawn)).toEqual([]);
  });

  test('with a new label counts as other after fifty labels of the film on this day', async () => {
    const film = await server.aFilm();
    for (let count = 1; count <= 53; count += 1) await visit(film, `site-${count}`);
    await visit(film, 'site-7');
    const visits = await visitsOf(film);
    expect(visits).toHaveLength(51);
    expect(visits.filter((each) => each.visits > 1)).toMatchObject([
      { link_source: 'other', visits: 3 },
      { link_source: 'site-7', visits: 2 },
    ]);
    clock.advance(DAY);
    await visit(film, 'site-53');
    expect((await visitsOf(film)).at(-1)).toEqual({
      day: '2026-11-22',
      link_source: 'site-53',
      visits: 1,
    });
  });

  test('is refused after 300 from one address in an hour, and no other address is', async () => {
    const [film, ip] = [await server.aFilm(), anIpAddress()];
    await Promise.all(Array.from({ length: 300 }, () => visit(film, 'my-site', ip)));
    expect(await visit(film, 'my-site', ip)).toMatchObject({
      status: 429,
      json: { code: 'too_many_requests' },
    });
    expect((await visit(film, 'my-site')).status).toBe(204);
    expect(await visitsOf(film)).toMatchObject([{ visits: 301 }]);
  });

  test('is deleted when no figure can show it', async () => {
    const film = await server.aFilm();
    await visit(film, 'old');
    clock.advance((SALES_DAYS_MAX - 1) * DAY);
    await deleteExpiredRows(server.database.db, clock.now());
    expect(await visitsOf(film)).toHaveLength(1);
    clock.advance(2 * DAY);
    await deleteExpiredRows(server.database.db, clock.now());
    expect(await visitsOf(film)).toEqual([]);
  });
});

describe('an order', () => {
  test('keeps the label of its link, also when it is repeated without one', async () => {
    const { viewer, film, order } = await purchase.anUnpaidOrder({ linkSource: 'my-site' });
    expect(await sourceOf(order)).toBe('my-site');
    await purchase.book(viewer, film.movieId);
    expect(await sourceOf(order)).toBe('my-site');
    await purchase.book(viewer, film.movieId, { linkSource: 'festival-26' });
    expect(await sourceOf(order)).toBe('festival-26');
  });

  test('without a label has none', async () => {
    const { order } = await purchase.anUnpaidOrder();
    expect(await sourceOf(order)).toBeNull();
  });

  test.each(['My-Site', 'a b', 'x'.repeat(33), '<b>', '', null])(
    'ignores the label %j',
    async (linkSource) => {
      const { order } = await purchase.anUnpaidOrder({ linkSource });
      expect(await sourceOf(order)).toBeNull();
    },
  );

  test('shows its label in the export of its buyer', async () => {
    const { viewer } = await purchase.anUnpaidOrder({ linkSource: 'my-site' });
    const { json } = await server.get('/api/auth/me/export', { as: viewer });
    expect(json.orders).toMatchObject([{ linkSource: 'my-site' }]);
  });
});

describe('the sources of a film', () => {
  async function aSoldFilm() {
    const producer = await server.aViewer({ roles: [PRODUCER] });
    const film = await server.aFilm({ movieName: 'Kadaisi Mazhai' });
    await aChannel(server, { ownerId: producer.userId }, [film]);
    const sell = async (
      linkSource: string | null,
      paidAt: Date | null = NOON,
      paymentStatus: PaymentStatus = 'PAID',
    ) => server.anOrder(await server.aViewer(), film, { linkSource, paidAt, paymentStatus });
    const read = (query = '', accept = 'application/json') =>
      server.get(`/api/ott/moviesources/${film.movieId}${query}`, {
        as: { ...producer, roles: [PRODUCER] },
        headers: { accept },
      });
    return { film, sell, read };
  }

  test('are visits and paid orders by label, most tickets first', async () => {
    const { film, sell, read } = await aSoldFilm();
    for (let count = 0; count < 3; count += 1) await visit(film, 'my-site');
    await visit(film, 'chat');
    await sell('my-site');
    await sell('festival');
    await sell('festival');
    await sell(null);
    await sell('my-site', null, 'NEW');
    await sell('my-site', NOON, 'REFUNDED');
    expect((await read()).json).toEqual({
      firstDay: '2026-10-25',
      lastDay: '2026-11-21',
      sources: [
        { linkSource: 'festival', visits: 0, paidOrders: 2 },
        { linkSource: 'my-site', visits: 3, paidOrders: 1 },
        { linkSource: 'chat', visits: 1, paidOrders: 0 },
      ],
      paidOrdersWithoutSource: 1,
    });
  });

  test('are those of the chosen days in India', async () => {
    const { film, sell, read } = await aSoldFilm();
    clock.set(new Date(NOON.getTime() - DAY));
    await visit(film, 'my-site');
    await sell('my-site', new Date('2026-11-20T18:29:00Z'));
    clock.set(NOON);
    await visit(film, 'my-site');
    await sell('my-site', new Date(NOON.getTime() - HOUR));
    const figures = async (query: string) => (await read(query)).json.sources;
    expect(await figures('?days=1')).toEqual([{ linkSource: 'my-site', visits: 1, paidOrders: 1 }]);
    expect(await figures('?days=2')).toEqual([{ linkSource: 'my-site', visits: 2, paidOrders: 2 }]);
    expect((await read('?days=367')).status).toBe(422);
  });

  test('beyond a hundred are one row, after all others', async () => {
    const { film, sell, read } = await aSoldFilm();
    for (let day = 0; day < 3; day += 1) {
      clock.set(new Date(NOON.getTime() - day * DAY));
      await Promise.all(Array.from({ length: 40 }, (_, at) => visit(film, `site-${day}-${at}`)));
    }
    clock.set(NOON);
    await sell('other');
    const { sources } = (await read()).json;
    expect(sources).toHaveLength(101);
    expect(sources.at(-1)).toEqual({ linkSource: 'other', visits: 20, paidOrders: 1 });
  });

  test('are a CSV file too', async () => {
    const { film, sell, read } = await aSoldFilm();
    for (let count = 0; count < 3; count += 1) await visit(film, '-cmd');
    await sell('-cmd');
    await sell(null);
    const { text, headers } = await read('', 'text/csv');
    expect(headers.get('content-disposition')).toContain('kadaisi_mazhai_sources.csv');
    expect(text.replace('\uFEFF', '').split('\r\n')).toEqual([
      '"Link","Visits","Tickets","Tickets per 100 visits"',
      '"\'-cmd",3,1,33.3',
      '"Without a label",,1,',
      '',
    ]);
  });
});
