/** Of an order and of a fee. The wire has the same words. */
export const PAYMENT_STATUSES = ['NEW', 'PROCESSING', 'PAID', 'CANCELLED', 'REFUNDED'] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/** held: waits for the operator. closed: declined for good, refunded, or no longer held. */
export const ATTEMPT_STATES = ['open', 'paid', 'held', 'closed'] as const;

/** Who reports a payment first. */
export const EVENT_SOURCES = ['browser', 'webhook'] as const;
export type PaymentSource = (typeof EVENT_SOURCES)[number] | 'reconciler';

const PAYMENT_OUTCOMES = [
  'paid', // this update paid the bill
  'no_decision', // the gateway fee, a refund's state or a waiting bill may have changed
  'processing',
  'failed',
  'refunded', // money of the payment went back: a part or all of it
  'disputed', // the payer's bank asks about the payment
  'returning', // the money is being refunded
  'held', // waits for the operator
  'unknown_order',
] as const;
export type PaymentOutcome = (typeof PAYMENT_OUTCOMES)[number];
/** `known` is the `no_decision` of release 0.2.0. */
export const STORED_OUTCOMES = [...PAYMENT_OUTCOMES, 'known'] as const;

/** Why the operator must decide. `unknown`: the previous release held the payment. */
export const HOLD_CAUSES = [
  'other_sum',
  'price_changed',
  'discount_used_up',
  'other_order',
  'unknown',
] as const;
export type HoldCause = (typeof HOLD_CAUSES)[number];

/**
 * What became of a held payment. accepted: it paid its bill. refunded: its refund was requested.
 * released: nothing was to be returned. returned: the provider reported that the money went back.
 * unknown: the previous release decided.
 */
export const HOLD_DECISIONS = ['accepted', 'refunded', 'released', 'returned', 'unknown'] as const;
export type HoldDecision = (typeof HOLD_DECISIONS)[number];

/** dispute: the payer's bank took the money. */
export const RETURN_CAUSES = ['refund', 'dispute'] as const;
export type ReturnCause = (typeof RETURN_CAUSES)[number];

/** asked: not yet sent, or no response. pending: at the provider. */
export const REFUND_STATES = ['asked', 'pending', 'done', 'failed'] as const;
export type RefundState = (typeof REFUND_STATES)[number];
