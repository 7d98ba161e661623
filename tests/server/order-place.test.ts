import { beforeAll, describe, expect, test } from 'vitest';
import { toWire } from '#domain/dates.ts';
import { aChannel } from '../support/channels.ts';
import { aClock, aServer, type TestServer } from '../support/test-server.ts';
import { PRODUCER } from '../support/access-fixture.ts';

const INDIAN = '49.205.0.1';
const AMERICAN = '8.8.8.8';
const UNKNOWN = '10.0.0.1';
const CHENNAI = { latitude: 13.0827, longitude: 80.2707 };

const clock = aClock();
let server: TestServer;
beforeAll(async () => {
  server = await aServer({ clock, settings: { TRUST_PROXY: 'true' } });
});

type Person = { userId: number };
const from = (ip: string) => ({ 'X-Forwarded-For': ip });

async function book(as: Person, ip: string, extra: object = {}, film?: { movieId: number }) {
  const { movieId } = film ?? (await server.aFilm());
  const body = { bookingStartTime: toWire(clock.now()), timezone: 'Asia/Kolkata', ...extra };
  return (await server.post(`/api/ott/movies/${movieId}/orders`, { as, body, headers: from(ip) }))
    .json;
}
const change = async (
  as: Person,
  { movieOrderId }: { movieOrderId: number },
  ip: string,
  body: object,
) => (await server.put(`/api/ott/orders/${movieOrderId}`, { as, body, headers: from(ip) })).json;

describe('the server determines the country and position of an order from', () => {
  test.each([
    ['the buyer’s country', AMERICAN, { buyerCountry: 'DE' }, 'DE', [51, 9]],
    ['India for a buyer with a State', AMERICAN, { buyerState: '33' }, 'IN', [20, 77]],
    ['India for a buyer who sends India', AMERICAN, { buyerCountry: 'IN' }, 'IN', [20, 77]],
    ['the address of the call', AMERICAN, {}, 'US', [38, -97]],
    ['an Indian address', INDIAN, {}, 'IN', [20, 77]],
    [
      'the address, not the client’s values',
      AMERICAN,
      { orderCountry: 'Japan', latitude: 35, longitude: 139 },
      'US',
      [38, -97],
    ],
    [
      'the client’s country when nothing else is known',
      UNKNOWN,
      { orderCountry: 'Japan' },
      'JP',
      [36, 138],
    ],
    [
      'nothing when the client’s country is unknown',
      UNKNOWN,
      { orderCountry: 'Atlantis' },
      null,
      [null, null],
    ],
    ['the client’s position when nothing else is known', UNKNOWN, CHENNAI, null, [13.1, 80.3]],
    [
      'nothing for an impossible position',
      UNKNOWN,
      { latitude: 91, longitude: 0 },
      null,
      [null, null],
    ],
  ])('%s', async (_, ip, extra, orderCountry, [latitude, longitude]) => {
    expect(await book(await server.aViewer(), ip, extra)).toMatchObject({
      orderCountry,
      latitude,
      longitude,
    });
  });

  test('the place of an earlier order when this order and its address give none', async () => {
    const viewer = await server.aViewer();
    await book(viewer, UNKNOWN, { buyerCountry: 'SG' });
    expect(await book(viewer, UNKNOWN)).toMatchObject({ orderCountry: 'SG' });
  });

  test('the position of the profile, to a tenth of a degree', async () => {
    const viewer = await server.aViewer(CHENNAI);
    expect(await book(viewer, INDIAN)).toMatchObject({
      orderCountry: 'IN',
      latitude: 13.1,
      longitude: 80.3,
    });
  });

  test('the buyer’s place sent before the payment, also for PayPal, and not from a later client value', async () => {
    const viewer = await server.aViewer();
    const order = await book(viewer, INDIAN);
    expect(await change(viewer, order, INDIAN, { buyerCountry: 'AE' })).toMatchObject({
      orderCountry: 'AE',
      latitude: 24,
    });
    expect(await change(viewer, order, AMERICAN, { orderCountry: 'JP' })).toMatchObject({
      orderCountry: 'AE',
    });
    const path = `/api/ott/orders/${order.movieOrderId}`;
    const { json } = await server.post(`${path}/checkout`, {
      as: viewer,
      body: { provider: 'paypal' },
    });
    await server.post('/sandbox/paypal/approve', { body: { order_id: json.order_id } });
    const body = { paymentStatus: 'PAID', paypal_order_id: json.order_id };
    expect((await server.put(`${path}/payment`, { as: viewer, body })).json).toMatchObject({
      paymentStatus: 'PAID',
      orderCountry: 'AE',
    });
  });

  test('the address, and the producer’s orders and sales show the countries', async () => {
    const producer = await server.aViewer({ roles: [PRODUCER] });
    const film = await server.aFilm({ ticketRate: 0 });
    await aChannel(server, { ownerId: producer.userId }, [film]);
    for (const ip of [INDIAN, INDIAN, AMERICAN]) {
      const viewer = await server.aViewer();
      const { movieOrderId } = await book(viewer, ip, {}, film);
      const body = { paymentStatus: 'PAID' };
      await server.put(`/api/ott/orders/${movieOrderId}/payment`, { as: viewer, body });
    }
    const read = (path: string, accept = 'application/json') =>
      server.get(`/api/ott/${path}/${film.movieId}`, { as: producer, headers: { accept } });
    const countries = (await read('movieorders')).json.content.map(
      (each: any) => each.orderCountry,
    );
    expect(countries.toSorted()).toEqual(['IN', 'IN', 'US']);
    expect((await read('moviesales')).json).toMatchObject({ paidOrders: 3, countries: 2 });
    expect((await read('movieorders', 'text/csv')).text).toContain('"United States"');
  });
});
