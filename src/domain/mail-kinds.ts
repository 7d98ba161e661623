/**
 * extended: by an operator. held: a payment waits for the operator. reminder_60, reminder_10:
 * minutes before the slot. Of gifts also gift (to the giver) and gift_ended (to the receiver).
 */
export const TICKET_MAIL_KINDS = [
  'ticket',
  'gift',
  'rescheduled',
  'extended',
  'refunded',
  'gift_ended',
  'held',
  'reminder_60',
  'reminder_10',
] as const;
export type TicketMailKind = (typeof TICKET_MAIL_KINDS)[number];

export const REMINDERS: readonly TicketMailKind[] = ['reminder_60', 'reminder_10'];
export const isReminder = (kind: TicketMailKind): boolean => REMINDERS.includes(kind);

/** held: a payment waits for the operator. */
export const FEE_MAIL_KINDS = ['held'] as const;
