/** Booking history and one order (spec §2 "Profile area", §4 "Order payment status"). */
export const historyMessages = {
  yourTickets: 'Your tickets',
  title: 'Booking History',
  goBack: 'Go Back',
  emptyTitle: 'No tickets yet',
  empty: 'The tickets that you buy are kept here, with their hours and their numbers.',
  toTheFilms: 'Movies',
  listFailed: 'The list did not arrive. Your tickets are still here; the connection is not. Try again.',
  orderFailed: 'Unable to load ticket at this time please try again',
  orderMissing: 'This order was not found',
  orderMissingNote: 'It may belong to another account, or its address may be cut short.',
  number: (orderNo: string) => `No. ${orderNo}`,
  fromTo: (opens: string, closes: string) => `${opens} to ${closes}`,

  // Order states, short.
  opensIn: (wait: string) => `Your film opens in ${wait}`,
  isOpen: (closes: string) => `Your film is open until ${closes}`,
  windowClosed: 'The window has closed',
  notPaid: 'Payment not successful',
  confirming: 'Your bank is still confirming',
  refunding: 'The money is on its way back',
  refunded: 'The money was returned',
  givenBack: 'The ticket was given back',

  // Order page: heading.
  booked: 'Booked',
  open: 'Your film is open',
  beforeCountdown: 'Your film opens in',
  comeBack: 'Come back to this page, or scan the code with the phone or the television you want to watch on.',
  beginWhenever: (closes: string) =>
    `It stays open until ${closes}. Begin whenever you like; a film begun before it closes may be finished.`,
  started: (closes: string) =>
    `You have started the film. Its window closes at ${closes}; start before then and you can finish.`,
  closedNote: (closed: string) => `Its hours ended ${closed}.`,
  unpaidNote: 'This order waits for its payment. Nothing was charged.',
  notPaidNote: 'This order did not become a ticket. Nothing is owed for it.',
  looksAgain: 'This page looks again by itself; you may leave it.',
  refundingNote: (sum: string) => `${sum} goes back the way it came; banks take up to seven working days.`,
  refundedNote: (sum: string) => `${sum} went back the way it came; banks take up to seven working days to show it.`,
  givenBackNote: 'Nothing had been charged for it.',
  strayPaymentReturning: 'Money that came for it is on its way back.',
  strayPaymentReturned: 'Money that came for it was returned.',
  refundFailed:
    'The bank did not take the money back. The ticket holds until it does; we are seeing to it. Write to us with the ticket’s number if you wait for it.',
  contact: 'Contact Us',

  // Order page: ticket.
  admitOne: 'Admit one',
  qrCodeLabel: (orderNo: string) => `Code of ticket No. ${orderNo}: it opens this ticket’s page`,
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
  paidNothing: 'Nothing to pay',
  paidWithCode: (code: string) => `Paid with the code ${code}`,

  // Order page: actions.
  watchNow: 'Watch Now',
  toTheFilm: 'To the film',
  addToCalendar: 'Add to calendar',
  reschedule: 'Change day or hour',
  print: 'Print',
  invoice: 'Invoice',
  confirmation: 'Confirmation',
  invoiceAndCreditNote: 'Invoice and credit note',
  finishPaying: 'Finish paying',
  bookAgain: 'Book again',

  slotPassed: 'The hour that you chose has passed',
  slotPassedNote:
    'The bank confirmed after it. The window opened with the payment, so you may begin now; you may also choose another hour, or have the money back.',
  slotPassedFree: 'The ticket was confirmed after it. You may begin now, choose another hour, or give the ticket back.',
  anotherHour: 'Choose another hour',
  moneyBack: 'Return the money',
  moneyBackNote: (total: string) =>
    `${total} goes back the way it came; banks take up to seven working days. The ticket ends with it.`,
  giveBack: 'Give the ticket back',
  giveBackNote: 'Nothing was charged for this ticket. It ends at once.',
  keepTicket: 'Keep the ticket',
  returningNow: 'One moment',
} as const;
