export type MessageKind =
  | 'code'
  | 'password_changed'
  | 'ticket'
  | 'free_ticket'
  | 'rescheduled'
  | 'extended'
  | 'refunded'
  | 'held'
  | 'reminder'
  | 'free_reminder'
  | 'booking_opens'
  | 'submission';

type LimitScope = 'network' | 'destination' | 'account' | 'day';

/**
 * The limits that hold for each kind. Codes have their own (count-code-request.ts). Chosen: a
 * message that follows from a payment or from an operator's command is never held back. The
 * payment, or the operator, bounds the number. Chosen: messages that leave at a film's hour are not
 * counted by network, because many viewers share one and their reminders are due at once.
 */
export const LIMITS_OF_KIND: Record<Exclude<MessageKind, 'code'>, LimitScope[]> = {
  password_changed: ['network', 'destination', 'account', 'day'],
  ticket: [],
  refunded: [],
  held: [],
  extended: [],
  free_ticket: ['network', 'destination', 'account', 'day'],
  rescheduled: ['network', 'destination', 'account', 'day'],
  submission: ['network', 'destination', 'account', 'day'],
  reminder: ['destination', 'account'],
  free_reminder: ['destination', 'account', 'day'],
  booking_opens: ['destination', 'account', 'day'],
};
