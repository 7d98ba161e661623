import { beforeAll, describe, expect, test } from 'vitest';
import { toWire } from '#domain/dates.ts';
import { aChannel } from '../support/channels.ts';
import { aClock, aHouse, type TestHouse } from '../support/house.ts';
import { PRODUCER } from '../support/scene.ts';

const INDIAN = '49.205.0.1';
const AMERICAN = '8.8.8.8';
const UNKNOWN = '10.0.0.1';
const CHENNAI = { latitude: 13.0827, longitude: 80.2707 };

const clock = aClock();
let house: TestHouse;
beforeAll(async () => {
  house = await aHouse({ clock, settings: { TRUST_PROXY: 'true' } });
});

type Who = { userId: number };
const from = (ip: string) => ({ 'X-Forwarded-For': ip });

async function book(as: Who, ip: string, given: object = {}, film?: { movieId: number }) {
  const { movieId } = film ?? (await house.aFilm());
  const body = { bookingStartTime: toWire(clock.now()), timezone: 'Asia/Kolkata', ...given };
  return (await house.post(`/api/ott/movies/${movieId}/orders`, { as, body, headers: from(ip) })).json;
}
const change = async (as: Who, { movieOrderId }: { movieOrderId: number }, ip: string, body: object) =>
  (await house.put(`/api/ott/orders/${movieOrderId}`, { as, body, headers: from(ip) })).json;

describe('the server says where an order comes from', () => {
  test.each([
    ['the buyer’s country', AMERICAN, { buyerCountry: 'DE' }, 'DE', [51, 9]],
    ['India for a buyer who names a State', AMERICAN, { buyerState: '33' }, 'IN', [20, 77]],
    ['India for a buyer who names it', AMERICAN, { buyerCountry: 'IN' }, 'IN', [20, 77]],
    ['the address of the call', AMERICAN, {}, 'US', [38, -97]],
    ['an Indian address', INDIAN, {}, 'IN', [20, 77]],
    [
      'the address, whatever the client says',
      AMERICAN,
      { orderCountry: 'Japan', latitude: 35, longitude: 139 },
      'US',
      [38, -97],
    ],
    ['the client’s hint where nothing is known', UNKNOWN, { orderCountry: 'Japan' }, 'JP', [36, 138]],
    ['nothing for a hint that names no country', UNKNOWN, { orderCountry: 'Atlantis' }, null, [null, null]],
    ['the client’s position where nothing is known', UNKNOWN, CHENNAI, null, [13.1, 80.3]],
    ['nothing for a position off the globe', UNKNOWN, { latitude: 91, longitude: 0 }, null, [null, null]],
  ])('%s', async (_, ip, given, orderCountry, [latitude, longitude]) => {
    expect(await book(await house.aViewer(), ip, given)).toMatchObject({ orderCountry, latitude, longitude });
  });

  test('the place of an earlier order, where this one and its address say nothing', async () => {
    const viewer = await house.aViewer();
    await book(viewer, UNKNOWN, { buyerCountry: 'SG' });
    expect(await book(viewer, UNKNOWN)).toMatchObject({ orderCountry: 'SG' });
  });

  test('the position of the profile, to a tenth of a degree', async () => {
    const viewer = await house.aViewer(CHENNAI);
    expect(await book(viewer, INDIAN)).toMatchObject({ orderCountry: 'IN', latitude: 13.1, longitude: 80.3 });
  });

  test('anew when the buyer names a place before paying, by PayPal too, and not for the next client’s hint', async () => {
    const viewer = await house.aViewer();
    const order = await book(viewer, INDIAN);
    expect(await change(viewer, order, INDIAN, { buyerCountry: 'AE' })).toMatchObject({
      orderCountry: 'AE',
      latitude: 24,
    });
    expect(await change(viewer, order, AMERICAN, { orderCountry: 'JP' })).toMatchObject({ orderCountry: 'AE' });
    const path = `/api/ott/orders/${order.movieOrderId}`;
    const { json } = await house.post(`${path}/checkout`, { as: viewer, body: { provider: 'paypal' } });
    await house.post('/sandbox/paypal/approve', { body: { order_id: json.order_id } });
    const body = { paymentStatus: 'PAID', paypal_order_id: json.order_id };
    expect((await house.put(`${path}/payment`, { as: viewer, body })).json).toMatchObject({
      paymentStatus: 'PAID',
      orderCountry: 'AE',
    });
  });

  test('so that a producer sees and counts the countries of tickets that were sold here', async () => {
    const producer = await house.aViewer({ roles: [PRODUCER] });
    const film = await house.aFilm({ ticketRate: 0 });
    await aChannel(house, { ownerId: producer.userId }, [film]);
    for (const ip of [INDIAN, INDIAN, AMERICAN]) {
      const viewer = await house.aViewer();
      const { movieOrderId } = await book(viewer, ip, {}, film);
      const body = { paymentStatus: 'PAID' };
      await house.put(`/api/ott/orders/${movieOrderId}/payment`, { as: viewer, body });
    }
    const ask = (path: string, accept = 'application/json') =>
      house.get(`/api/ott/${path}/${film.movieId}`, { as: producer, headers: { accept } });
    const countries = (await ask('movieorders')).json.content.map((each: any) => each.orderCountry);
    expect(countries.toSorted()).toEqual(['IN', 'IN', 'US']);
    expect((await ask('moviesales')).json).toMatchObject({ paidOrders: 3, countries: 2 });
    expect((await ask('movieorders', 'text/csv')).text).toContain('"United States"');
  });
});
