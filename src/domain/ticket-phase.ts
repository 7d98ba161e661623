import type { Rupees } from './pricing.ts';
import { isWindowOpen, isWindowOver, type ViewingWindow } from './viewing.ts';

/**
 * A valid ticket is `before` its window, `open`, or `started` (played in its window). `refunding`:
 * the refund is pending. `held`: a payment of another sum waits for the operator. `gift`: paid for
 * another person.
 */
export type TicketPhase =
  | 'unpaid'
  | 'confirming'
  | 'held'
  | 'gift'
  | 'cancelled'
  | 'before'
  | 'open'
  | 'started'
  | 'ended'
  | 'refunding'
  | 'refunded';

interface TicketState {
  paymentStatus: string;
  /** For a valid ticket: false once it was played. */
  mayReschedule: boolean;
  refund: string | null;
  /** Missing in a reply that an earlier release stored. */
  heldAmount?: Rupees | null;
  gift?: { role: 'giver' | 'receiver' } | null;
}

const PHASE_BY_STATUS: Record<string, TicketPhase> = {
  NEW: 'unpaid',
  PROCESSING: 'confirming',
  REFUNDED: 'refunded',
};

export function ticketPhase(
  { paymentStatus, mayReschedule, refund, heldAmount, gift }: TicketState,
  window: ViewingWindow,
  now: Date,
): TicketPhase {
  if (paymentStatus === 'PROCESSING' && heldAmount) return 'held';
  if (paymentStatus !== 'PAID') return PHASE_BY_STATUS[paymentStatus] ?? 'cancelled';
  if (isRefundPending(refund)) return 'refunding';
  if (gift?.role === 'giver') return 'gift';
  if (isWindowOver(window, now)) return 'ended';
  if (!isWindowOpen(window, now)) return 'before';
  return mayReschedule ? 'open' : 'started';
}

/** A bill in this state can be paid, and money that comes for it still pays it. */
export const isUnpaid = ({ paymentStatus }: Pick<TicketState, 'paymentStatus'>): boolean =>
  paymentStatus === 'NEW' || paymentStatus === 'CANCELLED';

export const isRefundPending = (refund: string | null): boolean =>
  refund === 'asked' || refund === 'pending';

export const isOpenTicket = (phase: TicketPhase): boolean =>
  phase === 'open' || phase === 'started';

export const isValidTicket = (phase: TicketPhase): boolean =>
  phase === 'before' || isOpenTicket(phase);
