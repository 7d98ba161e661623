import { findCapture } from './orders.ts';
import { finishRefund } from './refunds.ts';
import { type Dispute, type DisputeOutcome, newPaypalId, type PaypalState, requireEntity } from './state.ts';
import { toDispute } from './wire.ts';

export const findDispute = ({ store }: PaypalState, id: string) => requireEntity(store.disputes.get(id));

/** The buyer disputes a capture, or a part of it. */
export function openDispute(state: PaypalState, captureId: string, amount?: number): Dispute {
  const { store } = state;
  const capture = findCapture(state, captureId);
  return store.transaction(() => {
    const dispute = store.disputes.put({
      id: `PP-D-${newPaypalId()}`,
      captureId,
      amount: Math.min(amount ?? capture.amount, capture.amount - capture.refunded),
      currency: capture.currency,
      status: 'WAITING_FOR_SELLER_RESPONSE',
      outcome: null,
      at: state.now().toISOString(),
    });
    state.emit('CUSTOMER.DISPUTE.CREATED', toDispute(state.base, dispute));
    return dispute;
  });
}

/** PayPal reverses the capture if the buyer wins. */
export function resolveDispute(state: PaypalState, id: string, outcome: DisputeOutcome): Dispute {
  const { store } = state;
  const current = findDispute(state, id);
  if (current.status === 'RESOLVED') return current;
  const { captureId, amount, currency } = current;
  return store.transaction(() => {
    const resolved = store.disputes.put({ ...current, status: 'RESOLVED', outcome });
    state.emit('CUSTOMER.DISPUTE.RESOLVED', toDispute(state.base, resolved));
    if (outcome !== 'RESOLVED_BUYER_FAVOUR') return resolved;
    const at = state.now().toISOString();
    const reversal = store.refunds.put({ id: newPaypalId(), captureId, amount, currency, status: 'PENDING', at });
    finishRefund(state, reversal.id, 'PAYMENT.CAPTURE.REVERSED');
    return resolved;
  });
}
