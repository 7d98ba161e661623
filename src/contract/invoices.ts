import { z } from 'zod';
import { Id } from './catalogue.ts';
import { endpoint } from './endpoint.ts';

/** Whole paise. Chosen: rupees elsewhere on the wire, paise here, so that heads and round-off add up for whoever books them. */
const Paise = z.number().int();
/** `2026-05-04`, by the clock of the house. */
const Day = z.string();

const Line = z.object({
  /** `Movie ticket: கடல் (24 h)` */
  desc: z.string(),
  /** The film that the line is for; null for a line of another kind. */
  film: z.object({ name: z.string(), nameEn: z.string().nullable(), lang: z.string().nullable() }).nullable(),
  qty: z.number().int(),
  uom: z.string(),
  unit: Paise,
  discount: Paise,
  couponCode: z.string().nullable(),
  taxable: Paise,
});

/** How the money came, or, on a credit note, how it went back. */
const Payment = z.object({
  mode: z.string(),
  ref: z.string().nullable(),
  /** Where another currency than rupees was charged: how much (`2.12`), and rupees for one of it. */
  charged: z.object({ currency: z.string(), amount: z.string(), rate: z.number() }).nullable(),
});

export const INVOICE_KINDS = ['invoice', 'credit-note', 'confirmation'] as const;

/** A paper for money: a tax invoice, the credit note that takes one back, or the confirmation of a ticket that cost nothing. */
export const Invoice = z.object({
  kind: z.enum(INVOICE_KINDS),
  /** `T2627/0000123`; `C2627/…` on a credit note; the ticket's own number on a confirmation. */
  invoiceNo: z.string(),
  date: Day,
  orderNo: z.string(),
  /** The invoice that a credit note takes back, and why. */
  against: z.object({ invoiceNo: z.string(), date: Day, reason: z.string() }).nullable(),
  supplier: z.object({
    name: z.string(),
    address: z.array(z.string()),
    gstin: z.string().nullable(),
    state: z.string(),
    stateCode: z.string(),
  }),
  recipient: z.object({
    name: z.string(),
    /** Null with its code where the buyer is abroad. */
    state: z.string().nullable(),
    stateCode: z.string().nullable(),
    /** Null on a confirmation: nobody is asked where a free ticket goes. */
    country: z.string().nullable(),
    gstin: z.string().nullable(),
  }),
  /** `29-Karnataka`; null, as the kind of supply, on a confirmation, which is nothing to the tax. */
  placeOfSupply: z.string().nullable(),
  supply: z.enum(['state', 'territory', 'inter-state', 'export', 'export-under-lut']).nullable(),
  sac: z.string(),
  taxPercent: z.number(),
  lines: z.array(Line),
  cgst: Paise,
  sgst: Paise,
  utgst: Paise,
  igst: Paise,
  roundOff: Paise,
  total: Paise,
  totalInWords: z.string(),
  currency: z.literal('INR'),
  reverseCharge: z.literal(false),
  payment: Payment.nullable(),
});
export type Invoice = z.infer<typeof Invoice>;

export const orderInvoice = endpoint({
  service: 'ott',
  auth: 'token',
  method: 'GET',
  path: '/orders/:orderId/invoice',
  summary: 'The invoice of a paid ticket; `Accept` chooses application/pdf, text/html or JSON',
  params: z.object({ orderId: Id }),
  query: z.object({ kind: z.enum(['invoice', 'credit-note']).default('invoice') }),
  status: 200,
  reply: Invoice,
});
