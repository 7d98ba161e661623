import { z } from 'zod';
import type { DisputeState } from '#domain/disputes.ts';
import { firstOf } from '#domain/existing.ts';
import { type MinorUnits, toDecimal } from '#domain/pricing.ts';
import type {
  ProviderDispute,
  ProviderEvent,
  ProviderPayment,
  ProviderRefund,
} from './provider.ts';
import { keyOfBody, readWebhookBody } from './provider-reply.ts';

const Money = z
  .object({ currency_code: z.string(), value: z.string().regex(/^\d+(\.\d{1,2})?$/) })
  .transform(({ currency_code, value }) => ({
    currency: currency_code,
    amount: Math.round(Number(value) * 100),
  }));

export const toPaypalMoney = (amount: MinorUnits, currency: string) => ({
  currency_code: currency,
  value: toDecimal(amount),
});

const CAPTURE_STATUS: Record<string, ProviderPayment['status']> = {
  COMPLETED: 'captured',
  PARTIALLY_REFUNDED: 'captured',
  PENDING: 'pending',
  DECLINED: 'failed',
  FAILED: 'failed',
  REFUNDED: 'refunded',
};

/** A status that we do not know counts as `unknown`, never as paid. */
export const PaypalCapture = z
  .object({
    id: z.string().min(1),
    status: z.string(),
    amount: Money,
    supplementary_data: z
      .object({ related_ids: z.object({ order_id: z.string().optional() }).optional() })
      .nullish()
      .catch(undefined),
    seller_receivable_breakdown: z
      .object({ paypal_fee: Money.optional() })
      .nullish()
      .catch(undefined),
  })
  .transform(
    ({ id, status, amount, supplementary_data, seller_receivable_breakdown: breakdown }) => ({
      provider: 'paypal' as const,
      id,
      orderId: supplementary_data?.related_ids?.order_id ?? null,
      status: CAPTURE_STATUS[status] ?? 'unknown',
      ...amount,
      refundedAmount: status === 'REFUNDED' ? amount.amount : 0,
      /** The order lists how much. */
      isPartlyRefunded: status === 'PARTIALLY_REFUNDED',
      method: 'paypal',
      fee: breakdown?.paypal_fee?.currency === amount.currency ? breakdown.paypal_fee.amount : null,
    }),
  );
type PaypalCapture = z.infer<typeof PaypalCapture>;

const Links = z.array(z.object({ rel: z.string(), href: z.string() })).catch([]);

/** A refund names its capture only in the `up` link. */
const findCaptureId = (links: z.infer<typeof Links>) =>
  links
    .find(({ rel }) => rel === 'up')
    ?.href.split('/')
    .at(-1);

/**
 * A refund or a reversal in the list of an order. An entry without amount or capture is of no use.
 */
const ListedRefund = z
  .object({ status: z.string(), amount: Money, links: Links })
  .transform(({ status, amount, links }) => ({
    isDone: status === 'COMPLETED',
    ...amount,
    captureId: findCaptureId(links),
  }))
  .nullable()
  .catch(null);

const Unit = z.object({
  amount: Money.optional().catch(undefined),
  payments: z
    .object({
      captures: z.array(PaypalCapture).default([]),
      refunds: z.array(ListedRefund).catch([]),
    })
    .optional(),
});

export const PaypalOrder = z.object({
  id: z.string().min(1),
  status: z.string(),
  purchase_units: z.array(Unit).default([]),
});
export type PaypalOrder = z.infer<typeof PaypalOrder>;

export const PaypalNewOrder = z.object({ id: z.string().min(1) });

const UNCAPTURED = {
  provider: 'paypal',
  status: 'authorized',
  refundedAmount: 0,
  method: 'paypal',
  fee: null,
  awaitsCapture: true,
} as const;

/**
 * The captures of an order, newest first. An order in status APPROVED puts a payment with the
 * order's id first.
 */
export function toPayments({ id, status, purchase_units: units }: PaypalOrder): ProviderPayment[] {
  const refunds = units
    .flatMap(({ payments }) => payments?.refunds ?? [])
    .filter((each) => each !== null);
  const captures = units
    .flatMap(({ payments }) => payments?.captures ?? [])
    .map((capture) => toPayment({ ...capture, orderId: id }, refundedAmountOf(capture, refunds)));
  const total = units[0]?.amount;
  if (status !== 'APPROVED' || !total) return captures.reverse();
  return [{ ...UNCAPTURED, id, orderId: id, ...total }, ...captures.reverse()];
}

export const toPayment = (
  { isPartlyRefunded: _, ...capture }: PaypalCapture,
  refundedAmount = capture.refundedAmount,
): ProviderPayment => ({ ...capture, refundedAmount });

function refundedAmountOf(
  { id, isPartlyRefunded, currency, refundedAmount }: PaypalCapture,
  refunds: NonNullable<z.infer<typeof ListedRefund>>[],
): number {
  if (!isPartlyRefunded) return refundedAmount;
  return refunds
    .filter((each) => each.isDone && each.captureId === id && each.currency === currency)
    .reduce((sum, { amount }) => sum + amount, 0);
}

const REFUND_STATUS: Record<string, ProviderRefund['status']> = {
  COMPLETED: 'done',
  PENDING: 'pending',
  FAILED: 'failed',
  CANCELLED: 'failed',
};
export const PaypalRefund = z
  .object({ id: z.string().min(1), status: z.string() })
  .transform(({ id, status }): ProviderRefund => ({
    id,
    status: REFUND_STATUS[status] ?? 'pending',
  }));

export const PaypalToken = z
  .object({ access_token: z.string().min(1), expires_in: z.number() })
  .transform(({ access_token, expires_in }) => ({ token: access_token, seconds: expires_in }));

/** The API's errors, or those of a refused client or token (RFC 6749 §5.2). */
export const PaypalFailure = z
  .object({
    name: z.string().optional(),
    message: z.string().optional(),
    details: z.array(z.object({ issue: z.string() })).optional(),
    error: z.string().optional(),
    error_description: z.string().optional(),
  })
  .transform(({ name, message, details, error, error_description }) => ({
    code: details?.[0]?.issue ?? name ?? error,
    description: message ?? error_description,
  }))
  .catch({ code: undefined, description: undefined });

const OptionalText = z
  .string()
  .nullish()
  .catch(null)
  .transform((text) => text || null);
const OptionalInstant = OptionalText.transform((text) =>
  text !== null && Number.isFinite(Date.parse(text)) ? new Date(text).toISOString() : null,
);

/** Reads every JSON object: an event of which we understand nothing is stored all the same. */
const Notification = z.object({
  id: OptionalText,
  event_type: z.string().min(1).catch('unknown'),
  create_time: OptionalInstant,
  resource: z.looseObject({ id: OptionalText, links: Links }).catch({ id: null, links: [] }),
});

const OPEN_DISPUTE_STATES: Record<string, DisputeState> = {
  WAITING_FOR_BUYER_RESPONSE: 'under_review',
  UNDER_REVIEW: 'under_review',
};
const RESOLVED_DISPUTE_STATES: Record<string, DisputeState> = {
  RESOLVED_BUYER_FAVOUR: 'lost',
  ACCEPTED: 'lost',
  RESOLVED_SELLER_FAVOUR: 'won',
  DENIED: 'won',
};

/** Source: https://developer.paypal.com/docs/api/customer-disputes/v1/ */
export const PaypalDispute = z
  .object({
    dispute_id: z.string().min(1),
    disputed_transactions: z.array(z.object({ seller_transaction_id: z.string().min(1) })).min(1),
    dispute_amount: Money,
    status: OptionalText,
    reason: OptionalText,
    dispute_life_cycle_stage: OptionalText,
    dispute_outcome: z
      .object({ outcome_code: OptionalText, amount_refunded: Money.optional().catch(undefined) })
      .nullish()
      .catch(null),
    seller_response_due_date: OptionalInstant,
    create_time: OptionalInstant,
  })
  .transform(
    ({ dispute_amount: disputed, dispute_outcome: outcome, ...dispute }): ProviderDispute => {
      const state =
        dispute.status === 'RESOLVED'
          ? (RESOLVED_DISPUTE_STATES[outcome?.outcome_code ?? ''] ?? 'closed')
          : (OPEN_DISPUTE_STATES[dispute.status ?? ''] ?? 'open');
      return {
        provider: 'paypal',
        id: dispute.dispute_id,
        // The array has at least one.
        paymentId: firstOf(dispute.disputed_transactions).seller_transaction_id,
        state,
        ...disputed,
        amountDeducted: state === 'lost' ? (outcome?.amount_refunded ?? disputed).amount : 0,
        phase: dispute.dispute_life_cycle_stage,
        reasonCode: dispute.reason,
        reasonText: null,
        respondBy: dispute.seller_response_due_date,
        openedAt: dispute.create_time,
      };
    },
  );

/** A page of the list. `nextToken` is null on the last page. */
export const PaypalDisputeList = z
  .object({ items: z.array(z.object({ dispute_id: z.string().min(1) })).default([]), links: Links })
  .transform(({ items, links }) => ({
    ids: items.map(({ dispute_id }) => dispute_id),
    nextToken: nextTokenOf(links),
  }));

function nextTokenOf(links: z.infer<typeof Links>): string | null {
  const href = links.find(({ rel }) => rel === 'next')?.href;
  return href !== undefined && URL.canParse(href)
    ? new URL(href).searchParams.get('next_page_token')
    : null;
}

const APPROVED = 'CHECKOUT.ORDER.APPROVED';
const REFUND_EVENTS = new Set(['PAYMENT.CAPTURE.REFUNDED', 'PAYMENT.CAPTURE.REVERSED']);

/**
 * The caller has verified the signature. Throws ProviderError `garbled` when the body is no JSON
 * object.
 */
export const readPaypalEvent = (rawBody: string): ProviderEvent =>
  readWebhookBody('paypal', rawBody, (body) => toEvent(body, rawBody));

function toEvent(body: unknown, rawBody: string): ProviderEvent {
  const { id, event_type: name, create_time: createdAt, resource } = Notification.parse(body);
  const event = {
    key: id ?? keyOfBody(rawBody),
    name,
    createdAt,
    payment: null,
    dispute: null,
    fetchBy: null,
  };
  if (name === APPROVED)
    return { ...event, fetchBy: resource.id === null ? null : { orderId: resource.id } };
  if (REFUND_EVENTS.has(name)) {
    const paymentId = findCaptureId(resource.links);
    return { ...event, fetchBy: paymentId ? { paymentId } : null };
  }
  if (name.startsWith('CUSTOMER.DISPUTE.'))
    return { ...event, dispute: PaypalDispute.safeParse(resource).data ?? null };
  if (!name.startsWith('PAYMENT.CAPTURE.')) return event;
  const capture = PaypalCapture.safeParse(resource).data;
  // A part of the capture went back, and the event does not say how much.
  if (capture && !capture.isPartlyRefunded) return { ...event, payment: toPayment(capture) };
  return { ...event, fetchBy: resource.id === null ? null : { paymentId: resource.id } };
}
