import { toWire } from '#domain/dates.ts';
import type { TestServer } from './test-server.ts';

type User = { userId: number };
type Order = { movieOrderId: number };

export function purchaseSteps(server: TestServer) {
  const book = async (as: User, movieId: number, body: object = {}) =>
    server.post(`/api/ott/movies/${movieId}/orders`, {
      as,
      body: { bookingStartTime: toWire(server.clock.now()), timezone: 'Asia/Kolkata', ...body },
    });
  const checkout = (as: User, { movieOrderId }: Order) =>
    server.post(`/api/ott/orders/${movieOrderId}/checkout`, { as, body: { provider: 'razorpay' } });
  const reportPayment = (as: User, { movieOrderId }: Order, body: object) =>
    server.put(`/api/ott/orders/${movieOrderId}/payment`, { as, body });
  const payAtProvider = async (order_id: string): Promise<object> =>
    (await server.post('/sandbox/razorpay/pay', { body: { order_id, vpa: 'success@razorpay' } }))
      .json;

  return {
    book,
    checkout,
    reportPayment,
    payAtProvider,
    /** A new viewer with an open order. The default film costs 149 rupees. */
    async anUnpaidOrder(
      body: object = {},
      viewerFields: object = {},
      existingFilm?: Awaited<ReturnType<TestServer['aFilm']>>,
    ) {
      const viewer = await server.aViewer(viewerFields);
      const film = existingFilm ?? (await server.aFilm());
      const { json } = await book(viewer, film.movieId, body);
      return { viewer, film, order: json };
    },
    async pay(as: User, order: Order) {
      const { json } = await checkout(as, order);
      const proof = await payAtProvider(json.order_id);
      return (await reportPayment(as, order, { paymentStatus: 'PAID', ...proof })).json;
    },
    confirmFree: (as: User, order: Order) => reportPayment(as, order, { paymentStatus: 'PAID' }),
  };
}
