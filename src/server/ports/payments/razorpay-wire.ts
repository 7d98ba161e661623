import { z } from 'zod';
import { ProviderError } from '../provider-error.ts';

// Razorpay leaves fields out of some payloads, and writes empty notes as [] and missing texts as "" or null:
// only what a decision about money needs is required here.
const Words = z
  .string()
  .nullish()
  .transform((text) => text || null);
const Moment = z
  .number()
  .nullish()
  .transform((seconds) => (seconds == null ? null : new Date(seconds * 1000)));
const Notes = z
  .union([z.record(z.string(), z.coerce.string()), z.array(z.unknown()).transform(() => ({}))])
  .nullish()
  .transform((notes): Record<string, string> => notes ?? {});
const Paise = z.int().nonnegative();

/** An order as Razorpay holds it. Amounts in paise. `paid` stays `paid` after a refund. */
export const RazorpayOrder = z
  .object({
    id: z.string().min(1),
    amount: Paise,
    amount_paid: Paise.default(0),
    currency: z.string(),
    receipt: Words,
    status: z.enum(['created', 'attempted', 'paid']),
    attempts: z.int().default(0),
    notes: Notes,
    created_at: Moment,
  })
  .transform(({ amount, amount_paid, created_at, ...order }) => ({
    ...order,
    amountInPaise: amount,
    amountPaidInPaise: amount_paid,
    createdAt: created_at,
  }));
export type RazorpayOrder = z.infer<typeof RazorpayOrder>;

/** One attempt to pay. Only `captured` is money that is ours; `failed` may still become `captured` days later. */
export const RazorpayPayment = z
  .object({
    id: z.string().min(1),
    amount: Paise,
    currency: z.string(),
    // A status that we do not know (Razorpay adds some) counts as undecided, never as paid.
    status: z.enum(['created', 'authorized', 'captured', 'refunded', 'failed']).catch('created'),
    order_id: Words,
    method: Words,
    vpa: Words,
    amount_refunded: Paise.nullish(),
    /** With the GST on it; null before the capture. Nothing about the money itself hangs on it. */
    fee: Paise.nullish().catch(null),
    notes: Notes,
    error_code: Words,
    error_description: Words,
    error_reason: Words,
    created_at: Moment,
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
    vpa: payment.vpa,
    notes: payment.notes,
    errorCode: payment.error_code,
    errorDescription: payment.error_description,
    errorReason: payment.error_reason,
    createdAt: payment.created_at,
  }));
export type RazorpayPayment = z.infer<typeof RazorpayPayment>;

export const RazorpayRefund = z
  .object({
    id: z.string().min(1),
    amount: Paise,
    currency: z.string(),
    payment_id: z.string(),
    receipt: Words,
    status: z.enum(['pending', 'processed', 'failed']),
    created_at: Moment,
  })
  .transform(({ amount, payment_id, created_at, ...refund }) => ({
    ...refund,
    paymentId: payment_id,
    amountInPaise: amount,
    createdAt: created_at,
  }));
export type RazorpayRefund = z.infer<typeof RazorpayRefund>;

export const collectionOf = <Item extends z.ZodType>(item: Item) => z.object({ items: z.array(item) });

const wrapped = <Entity extends z.ZodType>(entity: Entity) => z.object({ entity }).optional();

/** A webhook's content: a snapshot that may be older than what we know. Entities that the event lacks are undefined. */
export const RazorpayEvent = z
  .object({
    event: z.string().min(1),
    payload: z.object({
      payment: wrapped(RazorpayPayment),
      order: wrapped(RazorpayOrder),
      refund: wrapped(RazorpayRefund),
    }),
    created_at: Moment,
  })
  .transform(({ event, payload, created_at }) => ({
    event,
    payment: payload.payment?.entity,
    order: payload.order?.entity,
    refund: payload.refund?.entity,
    createdAt: created_at,
  }));
export type RazorpayEvent = z.infer<typeof RazorpayEvent>;

/**
 * Reads a webhook body whose signature is verified already. Throws ProviderError `garbled` when it is no Razorpay event.
 * Events: https://razorpay.com/docs/webhooks/payments/
 */
export function readRazorpayEvent(rawBody: string): RazorpayEvent {
  try {
    return RazorpayEvent.parse(JSON.parse(rawBody));
  } catch (cause) {
    throw new ProviderError('razorpay', 'garbled', { description: 'webhook body', cause });
  }
}

/** The error object of a reply; both parts undefined when there is none. */
export const RazorpayFailure = z
  .object({ error: z.object({ code: z.string().optional(), description: z.string().optional() }) })
  .transform(({ error }) => error)
  .catch({});
