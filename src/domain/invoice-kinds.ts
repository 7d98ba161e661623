/** confirmation: of a ticket that cost nothing. */
export const INVOICE_KINDS = ['invoice', 'credit-note', 'confirmation'] as const;
export type InvoiceKind = (typeof INVOICE_KINDS)[number];
