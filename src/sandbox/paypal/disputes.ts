import { z } from 'zod';
import { findCapture } from './orders.ts';
import { finishRefund } from './refunds.ts';
import {
  type Dispute,
  type DisputeOutcome,
  newPaypalId,
  parseBody,
  type PaypalState,
  requireEntity,
} from './state.ts';
import { toDispute, toDisputeSummary } from './wire.ts';

export const findDispute = ({ store }: PaypalState, id: string) =>
  requireEntity(store.disputes.get(id));

const Page = z.strictObject({
  update_time_after: z.iso.datetime().optional(),
  page_size: z.coerce.number().int().min(1).max(50).default(10),
  next_page_token: z.coerce.number().int().optional(),
});

/**
 * Newest first. A strict query: a parameter that the sandbox ignored would look as if it worked.
 */
export function listDisputes({ store, base }: PaypalState, query: Record<string, string>) {
  const {
    update_time_after: since = '',
    page_size: size,
    next_page_token: start = 0,
  } = parseBody(Page, query);
  const disputes = store.disputes
    .all()
    .filter(({ changedAt }) => changedAt >= since)
    .reverse();
  const next = new URLSearchParams({ ...query, next_page_token: String(start + size) });
  const links =
    start + size < disputes.length
      ? [{ rel: 'next', href: `${base}/v1/customer/disputes?${next}` }]
      : [];
  return {
    items: disputes.slice(start, start + size).map((dispute) => toDisputeSummary(base, dispute)),
    links,
  };
}

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
      changedAt: state.now().toISOString(),
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
    const changedAt = state.now().toISOString();
    const resolved = store.disputes.put({ ...current, status: 'RESOLVED', outcome, changedAt });
    state.emit('CUSTOMER.DISPUTE.RESOLVED', toDispute(state.base, resolved));
    if (outcome !== 'RESOLVED_BUYER_FAVOUR') return resolved;
    const at = state.now().toISOString();
    const reversal = store.refunds.put({
      id: newPaypalId(),
      captureId,
      amount,
      currency,
      status: 'PENDING',
      at,
    });
    finishRefund(state, reversal.id, 'PAYMENT.CAPTURE.REVERSED');
    return resolved;
  });
}
