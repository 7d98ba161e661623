/** The PDF with the evidence of a dispute. The payer's bank or PayPal reads it. */
export const disputeEvidenceMessages = {
  title: 'Evidence',
  documentTitle: (dispute: string) => `Evidence for the dispute ${dispute}`,
  numberAndDate: (dispute: string, moment: string) => `Dispute ${dispute} | as known on ${moment}`,
  money: (currency: string, amount: string) => `${currency} ${amount}`,
  nothing: '-',
  notes: [
    'All times are in India’s time zone (IST, UTC+05:30). Addresses are IP addresses: of a start of the film as the player reported it, else as the server saw it.',
    'The cinema’s server wrote these records when the events happened. They were not typed for this dispute.',
  ],
  titles: {
    summary: 'Summary',
    dispute: 'The dispute',
    ticket: 'The ticket',
    fee: 'The submission fee',
    buyer: 'The buyer',
    filmmaker: 'The filmmaker',
    payments: 'Payments',
    returns: 'Money that went back',
    signIns: 'Devices that were signed in',
    plays: 'Starts of the film',
    keys: 'Decryption keys',
    documents: 'Invoice and credit notes',
    mails: 'Emails to the buyer',
    review: 'Review by the buyer',
    submission: 'The submitted film',
    steps: 'What the cinema did',
  },
  signInsNote: 'The account was signed in on these devices. The address is the last one.',
  keysNote:
    'The film is encrypted. A player shows it only with keys, which the server gives to the holder of the ticket.',
  mailsNote: 'To the address of the account.',
  giftMailsNote:
    'Emails about the money went to the buyer, all other emails to the receiver of the gift.',
  empty: {
    signIns: 'No sign-in of this time is stored any more.',
    plays: 'No start of the film is recorded.',
    keys: 'No player of this ticket got a key.',
    documents: 'No invoice was issued.',
    mails: 'No email was sent.',
  },

  summary: {
    access: (film: string, from: string, until: string) =>
      `The ticket gave access to the film “${film}” from ${from} until ${until}.`,
    paid: (sum: string, moment: string, payment: string) =>
      `${sum} were paid on ${moment} with the payment ${payment}.`,
    played: (count: number, last: string) =>
      count === 1
        ? `The film was started once, on ${last}.`
        : `The film was started ${count} times, last on ${last}.`,
    playedFrom: (addresses: string, notNamed: number) =>
      notNamed > 0
        ? `It was started from ${addresses} and ${notNamed} more addresses, which the table has.`
        : `It was started from ${addresses}.`,
    keys: (moment: string) => `A player of this ticket got decryption keys until ${moment}.`,
    giftClaimed: (moment: string) =>
      `The buyer bought the ticket as a gift. Its receiver claimed it on ${moment}: starts of the film are by the receiver.`,
    giftUnclaimed:
      'The buyer bought the ticket as a gift. Nobody has claimed it, so it has no window yet.',
    notPlayed: 'The film was not started with this ticket.',
    feePaid: (sum: string, moment: string, payment: string) =>
      `A filmmaker paid the submission fee of ${sum} on ${moment} with the payment ${payment}.`,
    submitted: (film: string, moment: string) =>
      `The fee was used to submit the film “${film}” on ${moment}.`,
    notSubmitted: 'The fee was not used for a film.',
    decided: (stage: string, moment: string) =>
      `The cinema watched the film. Answer: ${stage}, on ${moment}.`,
    returned: (sum: string, moment: string) => `${sum} went back to the payer on ${moment}.`,
    accountDeleted: 'The account of the buyer was deleted, with the records of sign-ins and plays.',
  },

  facts: {
    dispute: 'Dispute',
    provider: 'Provider',
    payment: 'Payment',
    amount: 'Amount',
    reason: 'Reason',
    phase: 'Phase',
    opened: 'Opened',
    respondBy: 'Answer by',
    orderNo: 'Ticket',
    film: 'Film',
    ordered: 'Ordered',
    paid: 'Paid',
    window: 'Open',
    fromUntil: (from: string, until: string) => `${from} until ${until}`,
    price: 'Price',
    discount: 'Discount',
    codeAndSum: (code: string | null, sum: string) => (code ? `${code}, ${sum}` : sum),
    tax: 'GST included',
    taxAt: (sum: string, percent: number) => `${sum} (${percent}%)`,
    total: 'Total',
    status: 'Status',
    timezone: 'Time zone',
    place: 'Place (declared)',
    country: 'Country (address)',
    feeNo: 'Fee',
    name: 'Name',
    email: 'Email',
    mobile: 'Mobile number',
    confirmed: (value: string, moment: string) => `${value}, confirmed on ${moment}`,
    notConfirmed: (value: string) => `${value}, not confirmed`,
    account: 'Account',
    accountSince: (number: number, moment: string) => `No. ${number}, since ${moment}`,
    accountDeleted: 'deleted',
    contactName: 'Contact',
    contactEmail: 'Contact email',
    contactPhone: 'Contact phone',
    signature: 'Signed by',
    signedAt: 'Signed at, on',
    placeAndDay: (place: string, day: string) => [place, day].filter(Boolean).join(', '),
    submitted: 'Submitted',
    rating: 'Rating',
    stars: (rating: number) => `${rating} of 5`,
    written: 'Written',
  },
  heads: {
    payments: ['Started', 'Order at the provider', 'Payment', 'Amount', 'State'],
    returns: ['When', 'Cause', 'Amount', 'State', 'Reason'],
    signIns: ['Signed in', 'Last seen', 'Address', 'Device'],
    plays: ['Started', 'Last seen', 'At minute', 'Address', 'Device'],
    keys: ['Player opened', 'Last key', 'Ended'],
    documents: ['Number', 'Document', 'Date', 'Taxable value', 'GST', 'Total'],
    mails: ['Email', 'Sent', 'What it said'],
    steps: ['When', 'Stage', 'Email sent', 'What it said'],
  },
  causes: { refund: 'refund', dispute: 'dispute' },
  partReturned: 'part, returned at the provider',
  notSent: 'not sent',
  heldFeeMail: 'the held payment',
} as const;
