import type { Dispute, DisputeStatus } from './entities.ts';
import { newDispute } from './entities.ts';
import { requireEntity } from './api-error.ts';
import { findPayment } from './capture.ts';
import type { RazorpayState } from './state.ts';

export const findDispute = ({ store }: RazorpayState, id: string) =>
  requireEntity(store.disputes.get(id), id);

/** The payer's bank disputes a payment, or a part of it. */
export function openDispute(state: RazorpayState, paymentId: string, amount?: number): Dispute {
  const { store, webhooks } = state;
  const payment = findPayment(state, paymentId);
  const disputedAmount = Math.min(
    amount ?? payment.amount,
    payment.amount - payment.amount_refunded,
  );
  return store.transaction(() => {
    const dispute = store.disputes.put(newDispute(payment, disputedAmount, state.nowSeconds()));
    webhooks.emit('payment.dispute.created', { payment, dispute });
    return dispute;
  });
}

/** Razorpay takes the money of a lost dispute. The payment itself stays captured. */
export function moveDispute(
  state: RazorpayState,
  id: string,
  status: Exclude<DisputeStatus, 'open'>,
): Dispute {
  const { store, webhooks } = state;
  const current = findDispute(state, id);
  if (current.status !== 'open' && current.status !== 'under_review') return current;
  return store.transaction(() => {
    const amount_deducted = status === 'lost' ? current.amount : 0;
    const dispute = store.disputes.put({ ...current, status, amount_deducted });
    webhooks.emit(`payment.dispute.${status}`, {
      payment: findPayment(state, dispute.payment_id),
      dispute,
    });
    return dispute;
  });
}
