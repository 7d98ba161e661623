import { z } from 'zod';
import { INVOICE_KINDS } from '#domain/invoice-kinds.ts';
import { Id } from './catalogue.ts';
import { Paise } from './money.ts';
import { endpoint, VIEWER_GET } from './endpoint.ts';

/** `2026-05-04`, in the cinema’s time zone. */
const Day = z.string();

const Line = z.object({
  /** `Movie ticket: கடல் (24 h)` */
  desc: z.string(),
  film: z
    .object({ name: z.string(), nameEn: z.string().nullable(), lang: z.string().nullable() })
    .nullable(),
  qty: z.number().int(),
  /** Unit of measure: `Nos`, for a number of tickets. */
  uom: z.string(),
  /** The price of one ticket before the discount. */
  unit: Paise,
  discount: Paise,
  couponCode: z.string().nullable(),
  taxable: Paise,
});

const Payment = z.object({
  mode: z.string(),
  ref: z.string().nullable(),
  /**
   * What the payer paid in a foreign currency (`2.12`); null for a payment in rupees. `rate`:
   * rupees for one unit.
   */
  charged: z.object({ currency: z.string(), amount: z.string(), rate: z.number() }).nullable(),
});

/**
 * A tax invoice, a credit note that reverses one or a part of it, or the confirmation of a free
 * ticket.
 */
export const Invoice = z.object({
  kind: z.enum(INVOICE_KINDS),
  /** `T2627/0000123`; `C2627/…` for a credit note; the order number for a confirmation. */
  invoiceNo: z.string(),
  date: Day,
  orderNo: z.string(),
  /** The invoice that a credit note reverses. */
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
    /** State and code are null for a buyer abroad. */
    state: z.string().nullable(),
    stateCode: z.string().nullable(),
    /** Null on a confirmation: a free ticket needs no country. */
    country: z.string().nullable(),
    gstin: z.string().nullable(),
  }),
  /** `29-Karnataka`; null with `supply` on a confirmation, which is not taxed. */
  placeOfSupply: z.string().nullable(),
  /** `SupplyType` in domain/gst.ts. */
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

export const orderInvoice = endpoint(VIEWER_GET, '/orders/:orderId/invoice', {
  summary: 'Get the invoice of a paid ticket; `Accept` chooses application/pdf, text/html or JSON',
  errors: ['invoice_not_found', 'order_not_found'],
  params: z.object({ orderId: Id }),
  query: z.object({
    kind: z.enum(['invoice', 'credit-note']).default('invoice'),
    /** Of a credit note: its number. Without it, the newest one. */
    no: z.string().max(20).optional(),
  }),
  reply: Invoice,
  isKept: true,
});
