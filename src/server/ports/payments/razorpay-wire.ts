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
const Paise = z.int().nonnegative();

/** `paid` stays `paid` after a refund. */
export const RazorpayOrder = z.object({
  id: z.string().min(1),
  amount: Paise,
  amount_paid: Paise.default(0),
  currency: z.string(),
  receipt: OptionalText,
  status: z.enum(['created', 'attempted', 'paid']),
});
export type RazorpayOrder = z.infer<typeof RazorpayOrder>;

/** Only `captured` means that we have the money; `failed` may still become `captured` days later. */
export const RazorpayPayment = z
  .object({
    id: z.string().min(1),
    amount: Paise,
    currency: z.string(),
    // A status that we do not know counts as `unknown`, never as paid.
    status: z.enum(['authorized', 'captured', 'refunded', 'failed', 'unknown']).catch('unknown'),
    order_id: OptionalText,
    method: OptionalText,
    fee: Paise.nullish().catch(null),
    created_at: UnixTime,
  })
  .transform(({ order_id, fee, created_at, ...payment }) => ({
    ...payment,
    provider: 'razorpay' as const,
    orderId: order_id,
    fee: fee ?? null,
    createdAt: created_at,
  }));
export type RazorpayPayment = z.infer<typeof RazorpayPayment>;

const REFUND_STATUS = { pending: 'pending', processed: 'done', failed: 'failed' } as const;

export const RazorpayRefund = z
  .object({
    id: z.string().min(1),
    amount: Paise,
    currency: z.string(),
    payment_id: z.string(),
    status: z.enum(['pending', 'processed', 'failed']),
  })
  .transform(({ payment_id, status, ...refund }) => ({
    ...refund,
    paymentId: payment_id,
    status: REFUND_STATUS[status],
  }));

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
  })
  .transform(({ event, payload }) => ({
    event,
    payment: payload.payment?.entity,
    order: payload.order?.entity,
    refund: payload.refund?.entity,
  }));

/** The caller has verified the signature. Throws `garbled`. Events: https://razorpay.com/docs/webhooks/payments/ */
export const readRazorpayEvent = (rawBody: string) =>
  readWebhookBody('razorpay', rawBody, (body) => RazorpayEvent.parse(body));

export const RazorpayFailure = z
  .object({ error: z.object({ code: z.string().optional(), description: z.string().optional() }) })
  .transform(({ error }) => error)
  .catch({});
