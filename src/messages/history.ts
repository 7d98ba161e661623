import {
  bankConfirms,
  changeHour,
  paymentChecked,
  ticketExpired,
  ticketLoadFailed,
  ticketNotFound,
} from './ticket-sentences.ts';

/** Booking history and one order (spec §2 "Profile area", §4 "Order payment status"). */
export const historyMessages = {
  yourTickets: 'Your tickets',
  allTickets: (count: number) => `All ${count} tickets`,
  viewTicket: 'View ticket',
  watchFilm: (name: string) => `Watch Now: ${name}`,
  title: 'Booking History',
  emptyTitle: 'No tickets yet',
  empty: 'The tickets that you buy appear here, with their times and numbers.',
  toTheFilms: 'Movies',
  listFailed: 'We couldn’t load your tickets. Check your connection and try again.',
  orderFailed: ticketLoadFailed,
  orderMissing: ticketNotFound,
  orderMissingNote: 'The link may be incomplete, or the ticket may belong to another account.',
  number: (orderNo: string) => `No. ${orderNo}`,
  fromTo: (opens: string, closes: string) => `${opens} to ${closes}`,

  // Order states, short.
  opensIn: (wait: string) => `You can watch in ${wait}`,
  isOpen: (closes: string) => `You can watch until ${closes}`,
  windowClosed: ticketExpired,
  notPaid: 'Payment not successful',
  confirming: bankConfirms,
  held: paymentChecked,
  refunding: 'Your refund is on its way',
  refunded: 'Your money was refunded',
  freeTicketReturned: 'The ticket was returned',

  // Order page: heading.
  booked: 'Booked',
  open: 'You can watch now',
  beforeCountdown: 'You can watch in',
  comeBack:
    'Come back to this page then. To watch on a phone, scan the code on the ticket with it.',
  beginWhenever: (closes: string) =>
    `Your ticket is open until ${closes}. Start before it closes and you can finish.`,
  started: (closes: string) =>
    `You have started the film. Your ticket is open until ${closes}. Start before it closes and you can finish.`,
  closedNote: (closed: string) => `It closed on ${closed}.`,
  unpaidNote: 'This ticket is not paid yet. Nothing was charged.',
  notPaidNote: 'This ticket was not paid, so it was cancelled. You owe nothing.',
  alsoHeld: (received: string) =>
    `We have received another ${received} for this ticket and are checking it.`,
  partRefunded: (part: string, total: string) => `${part} of ${total} was refunded`,
  partRefundedNote: (part: string) =>
    `We returned ${part} to the card or account you paid with. Your ticket stays valid.`,
  disputedNote: (sum: string) =>
    `Your bank took back ${sum} that you paid for this ticket, so the ticket has ended.`,
  updatesItself: 'This page updates itself. You can leave it.',
  refundingNote: (sum: string) =>
    `We are returning ${sum} to the card or account you paid with. Banks take up to seven working days.`,
  refundedNote: (sum: string) =>
    `We returned ${sum} to the card or account you paid with. Banks take up to seven working days to show it.`,
  freeTicketReturnedNote: 'Nothing was charged for this ticket.',
  strayPaymentReturning: 'We are returning the payment that reached us for this ticket.',
  strayPaymentReturned: 'We returned the payment that reached us for this ticket.',
  refundFailed:
    'Your bank did not accept the refund. Your ticket stays valid while we work on it. To ask about it, write to us with your ticket number.',
  helpTitle: 'Changes and refunds',
  changeUntil: (closes: string) =>
    `You can change the date or time until ${closes}, if you have not started the film. If we stop showing the film before you start it, we refund your ticket.`,
  returnUntil: (closes: string) =>
    `You can change the date or time, or get a refund, until ${closes}, if you have not started the film.`,
  noChangeStarted:
    'You have started the film, so the date and time can no longer change. If the film does not play well, ask us.',
  noChangeEnded:
    'This ticket has expired, so it can no longer change. If something went wrong, ask us.',
  refundLate: 'If the money has not reached you after seven working days, ask us.',
  returnedFree: 'This ticket has ended. You can book the film again.',
  paidWithoutTicket:
    'If money left your account for this ticket and does not come back within seven working days, ask us.',
  heldHelp: 'If you hear nothing for two working days, ask us.',
  askAboutTicket: 'Ask about this ticket',
  askSubject: (orderNo: string) => `Ticket No. ${orderNo}`,
  askBody: (orderNo: string, film: string) => `Ticket No. ${orderNo}, ${film}\n\nMy question: `,
  askWithNumber: (orderNo: string) => `Your ticket number is ${orderNo}.`,

  // Order page: ticket.
  admitOne: 'Admit one',
  qrCodeLabel: (orderNo: string) => `QR code of ticket No. ${orderNo}: it opens this ticket’s page`,
  paidBy: (total: string, mode: string) => `Paid ${total} by ${mode}`,
  chargedFor: (charged: string, total: string) => `${charged} for ${total}`,
  sumIn: (currency: string, amount: string) => `${currency} ${amount}`,
  modes: {
    RAZORPAY: 'Razorpay',
    PAYPAL: 'PayPal',
    CARD: 'card',
    EMI: 'EMI',
    NETBANKING: 'netbanking',
    WALLET: 'wallet',
  } as Record<string, string>,
  received: 'A gift to you',
  receivedFrom: (name: string) => `A gift from ${name}`,
  paidNothing: 'Nothing to pay',
  paidWithCode: (code: string) => `Paid with the code ${code}`,

  // Order page: actions.
  watchNow: 'Watch Now',
  toTheFilm: 'View film',
  addToCalendar: 'Add to calendar',
  reschedule: changeHour,
  print: 'Print',
  invoice: 'Invoice',
  confirmation: 'Confirmation',
  invoiceAndCreditNote: 'Invoice and credit note',
  finishPaying: 'Finish paying',
  bookAgain: 'Book again',

  slotPassed: 'The time you chose has passed',
  slotPassedNote:
    'Your bank confirmed the payment after that time. You can watch now, change the date or time, or get a refund.',
  slotPassedFree:
    'Your ticket was confirmed after that time. You can watch now, change the date or time, or return the ticket.',
  getRefund: 'Get a refund',
  getRefundNote: (total: string) =>
    `We return ${total} to the card or account you paid with. Banks take up to seven working days. Your ticket ends at once.`,
  returnTicket: 'Return the ticket',
  returnTicketNote: 'Nothing was charged for this ticket. Your ticket ends at once.',
  keepTicket: 'Keep the ticket',
  returningNow: 'One moment',
} as const;
