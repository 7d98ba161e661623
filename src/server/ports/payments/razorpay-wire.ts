import { z } from 'zod';
import { readWebhookBody } from './provider-reply.ts';

// Razorpay omits some fields and sends empty notes as [] and missing texts as "" or null. Required here: only the fields that a
// payment decision needs.
const OptionalText = z
  .string()
  .nullish()
  .transform((text) => text || null);
const UnixTime = z
  .number()
  .nullish()
  .transform((seconds) => (seconds == null ? null : new Date(seconds * 1000)));
const Notes = z
  .union([z.record(z.string(), z.coerce.string()), z.array(z.unknown()).transform(() => ({}))])
  .nullish()
  .transform((notes): Record<string, string> => notes ?? {});
const Paise = z.int().nonnegative();

/** Amounts in paise. `paid` stays `paid` after a refund. */
export const RazorpayOrder = z
  .object({
    id: z.string().min(1),
    amount: Paise,
    amount_paid: Paise.default(0),
    currency: z.string(),
    receipt: OptionalText,
    status: z.enum(['created', 'attempted', 'paid']),
    notes: Notes,
  })
  .transform(({ amount, amount_paid, ...order }) => ({
    ...order,
    amountInPaise: amount,
    amountPaidInPaise: amount_paid,
  }));
export type RazorpayOrder = z.infer<typeof RazorpayOrder>;

/** Only `captured` means that we have the money; `failed` may still become `captured` days later. */
export const RazorpayPayment = z
  .object({
    id: z.string().min(1),
    amount: Paise,
    currency: z.string(),
    // A status that we do not know counts as undecided, never as paid.
    status: z.enum(['created', 'authorized', 'captured', 'refunded', 'failed']).catch('created'),
    order_id: OptionalText,
    method: OptionalText,
    amount_refunded: Paise.nullish(),
    fee: Paise.nullish().catch(null),
    notes: Notes,
    error_code: OptionalText,
    created_at: UnixTime,
  })
  .transform((payment) => ({
    id: payment.id,
    orderId: payment.order_id,
    amountInPaise: payment.amount,
    amountRefundedInPaise: payment.amount_refunded ?? 0,
    feeInPaise: payment.fee ?? null,
    currency: payment.currency,
    status: payment.status,
    method: payment.method,
    notes: payment.notes,
    errorCode: payment.error_code,
    createdAt: payment.created_at,
  }));
export type RazorpayPayment = z.infer<typeof RazorpayPayment>;

export const RazorpayRefund = z
  .object({
    id: z.string().min(1),
    amount: Paise,
    currency: z.string(),
    payment_id: z.string(),
    receipt: OptionalText,
    status: z.enum(['pending', 'processed', 'failed']),
  })
  .transform(({ amount, payment_id, ...refund }) => ({ ...refund, paymentId: payment_id, amountInPaise: amount }));
export type RazorpayRefund = z.infer<typeof RazorpayRefund>;

export const collectionOf = <Item extends z.ZodType>(item: Item) => z.object({ items: z.array(item) });

const wrapped = <Entity extends z.ZodType>(entity: Entity) => z.object({ entity }).optional();

const RazorpayEvent = z
  .object({
    event: z.string().min(1),
    payload: z.object({
      payment: wrapped(RazorpayPayment),
      order: wrapped(RazorpayOrder),
      refund: wrapped(RazorpayRefund),
    }),
    created_at: UnixTime,
  })
  .transform(({ event, payload, created_at }) => ({
    event,
    payment: payload.payment?.entity,
    order: payload.order?.entity,
    refund: payload.refund?.entity,
    createdAt: created_at,
  }));
type RazorpayEvent = z.infer<typeof RazorpayEvent>;

/** The caller has verified the signature. Throws `garbled`. Events: https://razorpay.com/docs/webhooks/payments/ */
export const readRazorpayEvent = (rawBody: string): RazorpayEvent =>
  readWebhookBody('razorpay', rawBody, (body) => RazorpayEvent.parse(body));

export const RazorpayFailure = z
  .object({ error: z.object({ code: z.string().optional(), description: z.string().optional() }) })
  .transform(({ error }) => error)
  .catch({});
