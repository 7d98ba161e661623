import { purchaseSteps } from './purchase.ts';
import type { TestServer } from './test-server.ts';

/** A ticket of a new viewer, whose payment the payer disputes at the sandbox of Razorpay. */
export async function aDisputedTicket(
  server: TestServer,
  film?: Awaited<ReturnType<TestServer['aFilm']>>,
) {
  const { anUnpaidOrder, pay } = purchaseSteps(server);
  const { viewer, order } = await anUnpaidOrder({ buyerState: '33' }, {}, film);
  const { paymentTransactionNo: payment_id } = await pay(viewer, order);
  const dispute = { provider: 'razorpay', action: 'dispute', payment_id };
  const { id } = await (await server.scriptSandbox(dispute)).json();
  await server.sandbox.waitUntilIdle();
  return { disputeId: id as string, orderNo: order.orderNo as string };
}
