import { isWindowOpen, isWindowOver, type Window } from './viewing.ts';

/**
 * What an order is to its viewer at a moment. A ticket that holds is `before` its window, `open`, or `begun`: played in it.
 * `returning`: its money was asked back and is not there yet.
 */
export type TicketPhase =
  | 'unpaid'
  | 'confirming'
  | 'cancelled'
  | 'before'
  | 'open'
  | 'begun'
  | 'over'
  | 'returning'
  | 'returned';

interface Standing {
  paymentStatus: string;
  /** Of a ticket that holds: whether it was not played yet. */
  mayReschedule: boolean;
  refund: string | null;
}

const UNPAID: Record<string, TicketPhase> = { NEW: 'unpaid', PROCESSING: 'confirming', REFUNDED: 'returned' };

export function ticketPhase(
  { paymentStatus, mayReschedule, refund }: Standing,
  window: Window,
  now: Date,
): TicketPhase {
  if (paymentStatus !== 'PAID') return UNPAID[paymentStatus] ?? 'cancelled';
  if (isGoingBack(refund)) return 'returning';
  if (isWindowOver(window, now)) return 'over';
  if (!isWindowOpen(window, now)) return 'before';
  return mayReschedule ? 'open' : 'begun';
}

/** Whether money is on its way back and not there yet. */
export const isGoingBack = (refund: string | null): boolean => refund === 'asked' || refund === 'pending';

/** Whether one may still watch with it, or will. */
export const isLive = (phase: TicketPhase): boolean => phase === 'before' || phase === 'open' || phase === 'begun';
