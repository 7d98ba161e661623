import { toWire } from '#domain/dates.ts';
import { purchaseSteps } from './purchase.ts';
import type { TestServer } from './test-server.ts';

type Person = { userId: number };
type Order = { movieOrderId: number };

export const GIFT = { giverName: 'Asha', receiverName: 'Ravi', message: 'Happy birthday!' };

export function giftSteps(server: TestServer) {
  const purchase = purchaseSteps(server);
  const bookGift = (as: Person, movieId: number, body: object = {}) =>
    server.post(`/api/ott/movies/${movieId}/orders`, {
      as,
      body: { gift: GIFT, timezone: 'Asia/Kolkata', ...body },
    });
  return {
    purchase,
    bookGift,
    /** A paid gift of a film of ₹149, and its giver. */
    async aGift(
      film?: Awaited<ReturnType<TestServer['aFilm']>>,
      giver?: Awaited<ReturnType<TestServer['aViewer']>>,
    ) {
      const payer = giver ?? (await server.aViewer());
      const gift = film ?? (await server.aFilm());
      const { json: unpaid } = await bookGift(payer, gift.movieId);
      const order = await purchase.pay(payer, unpaid);
      return { giver: payer, film: gift, order, code: order.gift.code as string };
    },
    find: (code: string) => server.post('/api/ott/public/gifts/find', { body: { code } }),
    claim: (as: Person, code: string, start = server.clock.now(), timezone = 'Asia/Kolkata') =>
      server.post('/api/ott/gifts/claim', {
        as,
        body: { code, bookingStartTime: toWire(start), timezone },
      }),
    takeBack: (as: Person, { movieOrderId }: Order) =>
      server.post(`/api/ott/orders/${movieOrderId}/refund`, { as }),
    orderOf: async (as: Person, { movieOrderId }: Order) =>
      (await server.get(`/api/ott/orders/${movieOrderId}`, { as })).json,
  };
}
