import { z } from 'zod';
import type { Journal } from '../journal.ts';
import { deliveryFaults, milliseconds, provider, RefundScript, times } from '../script-schemas.ts';
import { openScripts as openScriptTable } from '../scripts.ts';

const amountInPaise = z.int().min(1);

const API_CALLS = [
  'createOrder',
  'fetchOrder',
  'listOrders',
  'fetchOrderPayments',
  'fetchPayment',
  'listPayments',
  'capture',
  'refund',
  'fetchRefund',
  'listRefunds',
  'listDisputes',
  'fetchDispute',
  'pay',
] as const;
export type ApiCall = (typeof API_CALLS)[number];

export const EVENTS = [
  'payment.authorized',
  'payment.captured',
  'payment.failed',
  'order.paid',
  'refund.created',
  'refund.processed',
  'refund.failed',
  'payment.dispute.created',
  'payment.dispute.action_required',
  'payment.dispute.under_review',
  'payment.dispute.won',
  'payment.dispute.lost',
  'payment.dispute.closed',
] as const;
export type EventName = (typeof EVENTS)[number];

const payFields = { provider, times };
const PayScript = z.discriminatedUnion('pay', [
  z.strictObject({ ...payFields, pay: z.literal('fail'), afterMs: milliseconds.optional() }),
  z.strictObject({ ...payFields, pay: z.literal('authorise_only') }),
  z.strictObject({ ...payFields, pay: z.literal('capture_later'), afterMs: milliseconds }),
  z.strictObject({ ...payFields, pay: z.enum(['corrupt_signature', 'other_order']) }),
  z.strictObject({ ...payFields, pay: z.literal('tamper_amount'), amountInPaise }),
]);

const apiFields = {
  provider,
  times,
  call: z.enum(API_CALLS).optional(),
  applied: z.boolean().default(false),
};
const ApiScript = z.discriminatedUnion('api', [
  z.strictObject({ ...apiFields, api: z.literal('error_500') }),
  z.strictObject({
    ...apiFields,
    api: z.literal('timeout'),
    afterMs: milliseconds.default(30_000),
  }),
]);

const event = z.enum(EVENTS);
const WebhookScript = z.discriminatedUnion('webhook', [
  ...deliveryFaults(event),
  z.strictObject({
    provider,
    times,
    event: event.optional(),
    webhook: z.literal('tamper_amount'),
    amountInPaise,
  }),
]);
export type WebhookScript = z.infer<typeof WebhookScript>;

const RazorpayAction = z.discriminatedUnion('action', [
  z.strictObject({ provider, action: z.enum(['list', 'release', 'clear_scripts', 'reset']) }),
  z.strictObject({ provider, action: z.literal('pay'), order_id: z.string() }),
  z.strictObject({ provider, action: z.literal('capture'), payment_id: z.string() }),
  z.strictObject({
    provider,
    action: z.enum(['finish_refund', 'fail_refund']),
    refund_id: z.string(),
  }),
  z.strictObject({
    provider,
    action: z.enum(['return', 'dispute']),
    payment_id: z.string(),
    amountInPaise: amountInPaise.optional(),
  }),
  z.strictObject({
    provider,
    action: z.literal('move_dispute'),
    dispute_id: z.string(),
    status: z.enum(['under_review', 'won', 'lost', 'closed']),
  }),
]);

/** Each schema by the key that only it has. */
export const RAZORPAY_COMMANDS = {
  pay: PayScript,
  refund: RefundScript,
  api: ApiScript,
  webhook: WebhookScript,
  action: RazorpayAction,
};
export type RazorpayCommand = z.infer<(typeof RAZORPAY_COMMANDS)[keyof typeof RAZORPAY_COMMANDS]>;
export type RazorpayAction = z.infer<typeof RazorpayAction>;
type Script = Exclude<RazorpayCommand, RazorpayAction>;
export type Scripts = ReturnType<typeof openScripts>;

export const openScripts = (journal: Journal) =>
  openScriptTable<Script>(journal, 'razorpay.script');
