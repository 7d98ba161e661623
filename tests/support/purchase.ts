import { toWire } from '#domain/dates.ts';
import type { TestHouse } from './house.ts';

type Who = { userId: number };
type Order = { movieOrderId: number };

/** Buying as a browser does it, step by step. */
export function purchases(house: TestHouse) {
  const book = async (as: Who, movieId: number, body: object = {}) =>
    house.post(`/api/ott/movies/${movieId}/orders`, {
      as,
      body: { bookingStartTime: toWire(house.clock.now()), timezone: 'Asia/Kolkata', ...body },
    });
  const checkout = (as: Who, { movieOrderId }: Order) =>
    house.post(`/api/ott/orders/${movieOrderId}/checkout`, { as, body: { provider: 'razorpay' } });
  const report = (as: Who, { movieOrderId }: Order, body: object) =>
    house.put(`/api/ott/orders/${movieOrderId}/payment`, { as, body });
  const payAt = async (order_id: string): Promise<object> =>
    (await house.post('/sandbox/razorpay/pay', { body: { order_id, vpa: 'success@razorpay' } })).json;

  return {
    book,
    checkout,
    report,
    payAt,
    /** An open order of a viewer who comes for it; the film is one of 149 rupees. */
    async anOpenOrder(body: object = {}, person: object = {}, of?: Awaited<ReturnType<TestHouse['aFilm']>>) {
      const viewer = await house.aViewer(person);
      const film = of ?? (await house.aFilm());
      const { json } = await book(viewer, film.movieId, body);
      return { viewer, film, order: json };
    },
    /** Pays an open order, and gives it as it is then. */
    async pay(as: Who, order: Order) {
      const { json } = await checkout(as, order);
      const proof = await payAt(json.order_id);
      return (await report(as, order, { paymentStatus: 'PAID', ...proof })).json;
    },
    confirmFree: (as: Who, order: Order) => report(as, order, { paymentStatus: 'PAID' }),
  };
}
