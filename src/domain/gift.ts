import type { PaymentStatus } from './payment-states.ts';

/**
 * `returned`: refunded for another reason than that the giver took it back. Only a `waiting` gift
 * can be claimed.
 */
export const GIFT_STATES = [
  'unpaid',
  'waiting',
  'claimed',
  'taken_back',
  'lapsed',
  'returned',
] as const;
export type GiftState = (typeof GIFT_STATES)[number];

export interface GiftFacts {
  paymentStatus: PaymentStatus;
  /** Whether a refund was requested and has not failed. */
  isReturning: boolean;
  /** Set by the payment. */
  claimUntil: Date | null;
  claimedAt: Date | null;
  takenBackAt: Date | null;
}

/** A claimed gift stays claimed, also if its ticket is refunded later. */
export function giftState(
  { claimedAt, takenBackAt, claimUntil, ...order }: GiftFacts,
  now: Date,
): GiftState {
  if (claimedAt) return 'claimed';
  if (takenBackAt) return 'taken_back';
  if (claimUntil && claimUntil <= now) return 'lapsed';
  if (order.paymentStatus === 'REFUNDED' || order.isReturning) return 'returned';
  return order.paymentStatus === 'PAID' ? 'waiting' : 'unpaid';
}
