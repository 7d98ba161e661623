const NO_SIGNATURE = 'Issued electronically; no signature is needed.';

/** Tax invoice, credit note, and the confirmation of a free ticket. */
export const invoiceMessages = {
  /** The reason on a credit note. */
  disputeLost: 'The bank of the payer took the money back',
  titles: {
    invoice: 'Tax Invoice',
    'credit-note': 'Credit Note',
    confirmation: 'Ticket Confirmation',
  },
  numberAndDate: (number: string, date: string) => `${number} | ${date}`,
  supplier: 'Supplier',
  recipient: 'Recipient',
  gstin: (gstin: string) => `GSTIN ${gstin}`,
  ticketHolder: (orderNo: string) => `The holder of ticket No. ${orderNo}`,
  // In a PDF, instead of a name that no typeface can print.
  unprintableFilmName: 'the film of this ticket',

  ticket: (film: string) => `Movie ticket: ${film} (24 h)`,
  sacAndQuantity: (sac: string, quantity: number, unit: string) =>
    `SAC ${sac} | ${quantity} ${unit}`,
  quantity: (quantity: number, unit: string) => `${quantity} ${unit}`,
  description: 'Description',
  amount: 'Amount, INR',
  discount: (code: string | null) => (code ? `Discount ${code}` : 'Discount'),
  taxable: 'Taxable value',
  taxHead: (name: string, percent: number) => `${name} ${percent}%`,
  roundOff: 'Round-off',
  totals: {
    invoice: 'Total paid, INR',
    'credit-note': 'Total refunded, INR',
    confirmation: 'Nothing to pay, INR',
  },

  ticketNo: 'Ticket',
  inWords: 'In words',
  placeOfSupply: 'Place of supply',
  reverseCharge: 'Reverse charge',
  reverseChargeNo: 'No',
  paidBy: { invoice: 'Paid by', 'credit-note': 'Refunded by', confirmation: 'Paid by' },
  modeAndReference: (mode: string, reference: string | null) =>
    reference ? `${mode}, ${reference}` : mode,
  charged: 'Charged',
  chargedWithRate: (currency: string, amount: string, rate: number) =>
    `${currency} ${amount}, at ${rate.toFixed(2)} INR for 1 ${currency}`,
  originalInvoice: 'Original invoice',
  invoiceOf: (number: string, date: string) => `${number} of ${date}`,
  reason: 'Reason',

  // Prescribed by law for exports (CGST Rules, rule 46).
  exportNotes: {
    export: 'SUPPLY MEANT FOR EXPORT ON PAYMENT OF INTEGRATED TAX',
    'export-under-lut':
      'SUPPLY MEANT FOR EXPORT UNDER LETTER OF UNDERTAKING WITHOUT PAYMENT OF INTEGRATED TAX',
  },
  notes: {
    invoice: NO_SIGNATURE,
    'credit-note': NO_SIGNATURE,
    confirmation: 'Nothing was charged for this ticket, so this is not a tax invoice.',
  },
  // On the ticket's page, around the document.
  downloadPdf: 'Download PDF',
  print: 'Print',
  toTheTicket: 'View ticket',
  none: 'This ticket has no invoice',
  noneNote:
    'We issue an invoice when a ticket is paid. If you paid for this one, write to us with its number.',
  failed: 'We couldn’t load your invoice. Check your connection and try again.',

  // Names of the files to download, each followed by the document number.
  fileNames: { invoice: 'invoice', 'credit-note': 'credit-note', confirmation: 'confirmation' },
} as const;

/** Amounts in words, in the Indian numbering system. */
export const sumsInWords = {
  belowTwenty: [
    ...'Zero One Two Three Four Five Six Seven Eight Nine'.split(' '),
    ...'Ten Eleven Twelve Thirteen Fourteen Fifteen Sixteen Seventeen Eighteen Nineteen'.split(' '),
  ],
  tens: ['', '', 'Twenty', 'Thirty', 'Forty', 'Fifty', 'Sixty', 'Seventy', 'Eighty', 'Ninety'],
  crore: 'Crore',
  lakh: 'Lakh',
  thousand: 'Thousand',
  hundred: 'Hundred',
  rupees: (rupees: string) => `Rupees ${rupees} Only`,
  rupeesAndPaise: (rupees: string, paise: string) => `Rupees ${rupees} and ${paise} Paise Only`,
} as const;
