import { z } from 'zod';
import type { DisputeState } from '#domain/disputes.ts';
import type { ProviderRefund } from './provider.ts';
import { readWebhookBody } from './provider-reply.ts';

// Razorpay omits some fields and sends empty notes as [] and missing texts as "" or null. Required
// here: only the fields that a payment decision needs.
const OptionalText = z
  .string()
  .nullish()
  .catch(null)
  .transform((text) => text || null);
const UnixTime = z
  .number()
  .nullish()
  .catch(null)
  .transform((seconds) => (seconds == null ? null : new Date(seconds * 1000)));
const Paise = z.int().nonnegative();

/** `paid` stays `paid` after a refund. */
export const RazorpayOrder = z.object({
  id: z.string().min(1),
  amount: Paise,
  amount_paid: Paise.catch(0),
  currency: z.string(),
  receipt: OptionalText,
  status: z.enum(['created', 'attempted', 'paid', 'unknown']).catch('unknown'),
});
export type RazorpayOrder = z.infer<typeof RazorpayOrder>;

/**
 * Only `captured` means that we have the money; `failed` may still become `captured` days later.
 */
export const RazorpayPayment = z
  .object({
    id: z.string().min(1),
    amount: Paise,
    currency: z.string(),
    // A status that we do not know counts as `unknown`, never as paid.
    status: z.enum(['authorized', 'captured', 'refunded', 'failed', 'unknown']).catch('unknown'),
    order_id: OptionalText,
    method: OptionalText,
    /** Stays `captured` while only a part of it is refunded. */
    amount_refunded: Paise.nullish().catch(null),
    fee: Paise.nullish().catch(null),
    created_at: UnixTime,
  })
  .transform(({ order_id, amount_refunded, fee, created_at, ...payment }) => ({
    ...payment,
    provider: 'razorpay' as const,
    orderId: order_id,
    refundedAmount: payment.status === 'refunded' ? payment.amount : (amount_refunded ?? 0),
    fee: fee ?? null,
    createdAt: created_at,
  }));
export type RazorpayPayment = z.infer<typeof RazorpayPayment>;

const REFUND_STATUS: Record<string, ProviderRefund['status']> = {
  pending: 'pending',
  processed: 'done',
  failed: 'failed',
};

export const RazorpayRefund = z
  .object({
    id: z.string().min(1),
    amount: Paise,
    currency: z.string(),
    payment_id: z.string(),
    status: z.string(),
  })
  .transform(({ payment_id, status, ...refund }) => ({
    ...refund,
    paymentId: payment_id,
    // A status that we do not know is asked for again later.
    status: REFUND_STATUS[status] ?? 'pending',
  }));

const DISPUTE_STATES: Record<string, DisputeState> = {
  open: 'open',
  action_required: 'open',
  under_review: 'under_review',
  won: 'won',
  lost: 'lost',
  closed: 'closed',
};

/** Source: https://razorpay.com/docs/webhooks/disputes/ */
export const RazorpayDispute = z
  .object({
    id: z.string().min(1),
    payment_id: z.string().min(1),
    amount: Paise,
    currency: z.string(),
    amount_deducted: Paise.nullish().catch(null),
    status: z.string().catch(''),
    phase: OptionalText,
    reason_code: OptionalText,
    reason_description: OptionalText,
    respond_by: UnixTime,
    created_at: UnixTime,
  })
  .transform(
    ({ payment_id, amount_deducted, status, reason_code, reason_description, ...dispute }) => ({
      provider: 'razorpay' as const,
      id: dispute.id,
      paymentId: payment_id,
      // Chosen: a state that we do not know needs a look, so it counts as open.
      state: DISPUTE_STATES[status] ?? 'open',
      amount: dispute.amount,
      currency: dispute.currency,
      amountDeducted: amount_deducted ?? (status === 'lost' ? dispute.amount : 0),
      phase: dispute.phase,
      reasonCode: reason_code,
      reasonText: reason_description,
      respondBy: dispute.respond_by?.toISOString() ?? null,
      openedAt: dispute.created_at?.toISOString() ?? null,
    }),
  );

export const collectionOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item) });

/** An entity that lacks what we need, or that an event does not have, is left out. */
const entityOf = <Entity extends z.ZodType>(entity: Entity) =>
  z.object({ entity }).optional().catch(undefined);
const PaymentRef = z.object({ id: z.string().min(1) });
const RefundRef = z.object({ payment_id: z.string().min(1) });

/** Reads every JSON object: an event of which we understand nothing is stored all the same. */
const RazorpayEvent = z
  .object({
    event: z.string().min(1).catch('unknown'),
    created_at: UnixTime,
    payload: z
      .object({
        payment: entityOf(RazorpayPayment),
        dispute: entityOf(RazorpayDispute),
      })
      .catch({ payment: undefined, dispute: undefined }),
  })
  .transform(({ event, created_at, payload }) => ({
    event,
    createdAt: created_at?.toISOString() ?? null,
    payment: payload.payment?.entity,
    dispute: payload.dispute?.entity,
  }));
const NamedPayment = z
  .object({ payload: z.object({ payment: entityOf(PaymentRef), refund: entityOf(RefundRef) }) })
  .transform(({ payload }) => payload.refund?.entity.payment_id ?? payload.payment?.entity.id)
  .catch(undefined);

/**
 * The caller has verified the signature. Throws `garbled` if the body is no JSON object. Events:
 * https://razorpay.com/docs/webhooks/
 */
export const readRazorpayEvent = (rawBody: string) =>
  readWebhookBody('razorpay', rawBody, (body) => ({
    ...RazorpayEvent.parse(body),
    namedPaymentId: NamedPayment.parse(body),
  }));

// Razorpay sends 409 for this error and for a first request that still runs. Only the text differs.
const REUSED_KEY = /^Different request with the same idempotency key/;

export const RazorpayFailure = z
  .object({ error: z.object({ code: z.string().optional(), description: z.string().optional() }) })
  .transform(({ error }) => ({ ...error, isFinal: REUSED_KEY.test(error.description ?? '') }))
  .catch({ isFinal: false });
