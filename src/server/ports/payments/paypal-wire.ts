import { z } from 'zod';
import type { ProviderEvent, ProviderPayment, ProviderRefund } from './provider.ts';
import { readWebhookBody } from './provider-reply.ts';

const Money = z
  .object({ currency_code: z.string(), value: z.string().regex(/^\d+(\.\d{1,2})?$/) })
  .transform(({ currency_code, value }) => ({ currency: currency_code, amount: Math.round(Number(value) * 100) }));

export const toPaypalMoney = (amount: number, currency: string) => ({
  currency_code: currency,
  value: `${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, '0')}`,
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
    seller_receivable_breakdown: z.object({ paypal_fee: Money.optional() }).nullish().catch(undefined),
  })
  .transform(({ id, status, amount, supplementary_data, seller_receivable_breakdown: breakdown }): ProviderPayment => ({
    provider: 'paypal',
    id,
    orderId: supplementary_data?.related_ids?.order_id ?? null,
    status: CAPTURE_STATUS[status] ?? 'unknown',
    ...amount,
    method: 'paypal',
    fee: breakdown?.paypal_fee?.currency === amount.currency ? breakdown.paypal_fee.amount : null,
  }));

const Unit = z.object({
  amount: Money.optional(),
  payments: z.object({ captures: z.array(PaypalCapture).default([]) }).optional(),
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
  method: 'paypal',
  fee: null,
  awaitsCapture: true,
} as const;

/** The captures of an order, newest first. An order in status APPROVED puts a payment with the order's id first. */
export function toPayments({ id, status, purchase_units: units }: PaypalOrder): ProviderPayment[] {
  const captures = units.flatMap(({ payments }) => payments?.captures ?? []).map((each) => ({ ...each, orderId: id }));
  const total = units[0]?.amount;
  if (status !== 'APPROVED' || !total) return captures.reverse();
  return [{ ...UNCAPTURED, id, orderId: id, ...total }, ...captures.reverse()];
}

const REFUND_STATUS: Record<string, ProviderRefund['status']> = {
  COMPLETED: 'done',
  PENDING: 'pending',
  FAILED: 'failed',
  CANCELLED: 'failed',
};
export const PaypalRefund = z
  .object({ id: z.string().min(1), status: z.string() })
  .transform(({ id, status }): ProviderRefund => ({ id, status: REFUND_STATUS[status] ?? 'pending' }));

export const PaypalToken = z
  .object({ access_token: z.string().min(1), expires_in: z.number() })
  .transform(({ access_token, expires_in }) => ({ token: access_token, seconds: expires_in }));

export const PaypalFailure = z
  .object({
    name: z.string().optional(),
    message: z.string().optional(),
    details: z.array(z.object({ issue: z.string() })).optional(),
  })
  .transform(({ name, message, details }) => ({ code: details?.[0]?.issue ?? name, description: message }))
  .catch({ code: undefined, description: undefined });

const Links = z.array(z.object({ rel: z.string(), href: z.string() })).catch([]);
const Notification = z.object({
  id: z.string().min(1),
  event_type: z.string().min(1),
  resource: z.looseObject({ id: z.string().optional(), links: Links.optional() }),
});

const APPROVED = 'CHECKOUT.ORDER.APPROVED';
const REFUND_EVENTS = new Set(['PAYMENT.CAPTURE.REFUNDED', 'PAYMENT.CAPTURE.REVERSED']);

/** The caller has verified the signature. Throws ProviderError `garbled` when the body is no event. */
export const readPaypalEvent = (rawBody: string): ProviderEvent => readWebhookBody('paypal', rawBody, toEvent);

function toEvent(body: unknown): ProviderEvent {
  const { id, event_type: name, resource } = Notification.parse(body);
  const event = { key: id, name, payment: null, ask: null };
  if (name === APPROVED && resource.id) return { ...event, ask: { orderId: resource.id } };
  if (REFUND_EVENTS.has(name)) {
    const paymentId = findCaptureId(resource.links ?? []);
    return { ...event, ask: paymentId ? { paymentId } : null };
  }
  return name.startsWith('PAYMENT.CAPTURE.') ? { ...event, payment: PaypalCapture.parse(resource) } : event;
}

/** A refund names its capture only in the `up` link. */
const findCaptureId = (links: z.infer<typeof Links>) =>
  links
    .find(({ rel }) => rel === 'up')
    ?.href.split('/')
    .at(-1);
