import { z } from 'zod';
import type { DeliveryFault } from '../deliveries.ts';
import type { Journal } from '../journal.ts';
import { openScripts as openScriptTable } from '../scripts.ts';

const provider = z.string();
const times = z.int().min(1).default(1);
const milliseconds = z.int().min(0).max(86_400_000);

export const PAYPAL_CALLS = [
  'token',
  'createOrder',
  'fetchOrder',
  'capture',
  'fetchCapture',
  'refund',
  'fetchRefund',
] as const;
export type PaypalCall = (typeof PAYPAL_CALLS)[number];

const pay = { provider, times };
export const PaypalPay = z.discriminatedUnion('pay', [
  z.strictObject({ ...pay, pay: z.literal('issue'), issue: z.string().default('INSTRUMENT_DECLINED') }),
  z.strictObject({ ...pay, pay: z.literal('already_captured') }),
  z.strictObject({ ...pay, pay: z.literal('pending') }),
  z.strictObject({ ...pay, pay: z.literal('tamper_amount'), amountInCents: z.int().min(1) }),
]);
export const PaypalRefundScript = z.strictObject({ provider, times, refund: z.enum(['pending', 'fail']) });

const api = { provider, times, call: z.enum(PAYPAL_CALLS).optional(), applied: z.boolean().default(false) };
export const PaypalApi = z.strictObject({ ...api, api: z.enum(['error_500', 'token_expired']) });

const webhook = { provider, times, event: z.string().optional() };
export const PaypalWebhook = z.discriminatedUnion('webhook', [
  z.strictObject({ ...webhook, webhook: z.literal('drop') }),
  z.strictObject({ ...webhook, webhook: z.literal('delay'), ms: milliseconds }),
  z.strictObject({ ...webhook, webhook: z.literal('duplicate'), copies: z.int().min(1).max(50).default(1) }),
  z
    .strictObject({ provider, event: webhook.event, webhook: z.literal('reorder'), count: z.int().min(2) })
    .transform(({ count, ...script }) => ({ ...script, times: count })),
  z.strictObject({ ...webhook, webhook: z.literal('corrupt_signature'), tries: z.int().min(1).default(1) }),
]);
export const PaypalAction = z.discriminatedUnion('action', [
  z.strictObject({ provider, action: z.enum(['list', 'release', 'forget', 'reset']) }),
  z.strictObject({ provider, action: z.literal('approve'), order_id: z.string() }),
  z.strictObject({ provider, action: z.enum(['complete', 'deny', 'return']), capture_id: z.string() }),
  z.strictObject({ provider, action: z.enum(['finish_refund', 'fail_refund']), refund_id: z.string() }),
]);

type PayScript = z.infer<typeof PaypalPay>;
type RefundScript = z.infer<typeof PaypalRefundScript>;
type ApiScript = z.infer<typeof PaypalApi>;
type WebhookScript = z.infer<typeof PaypalWebhook>;
type Script = PayScript | RefundScript | ApiScript | WebhookScript;
export type PaypalCommand = Script | z.infer<typeof PaypalAction>;
export type Scripts = ReturnType<typeof openScripts>;

export function openScripts(journal: Journal) {
  const { take, ...table } = openScriptTable<Script>(journal, 'paypal.script');
  return {
    ...table,
    takePay: () => take((script): script is PayScript => 'pay' in script),
    takeRefund: () => take((script): script is RefundScript => 'refund' in script),
    takeApi: (call: PaypalCall) =>
      take((script): script is ApiScript => 'api' in script && (script.call ?? call) === call),
    takeWebhook: (event: string): DeliveryFault | undefined =>
      take((script): script is WebhookScript => 'webhook' in script && (script.event ?? event) === event),
  };
}
