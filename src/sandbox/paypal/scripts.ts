import { z } from 'zod';
import type { Journal } from '../journal.ts';
import { deliveryFaults, provider, RefundScript, times } from '../script-schemas.ts';
import { openScripts as openScriptTable } from '../scripts.ts';

const PAYPAL_CALLS = [
  'token',
  'createOrder',
  'fetchOrder',
  'capture',
  'fetchCapture',
  'refund',
  'fetchRefund',
  'listDisputes',
  'fetchDispute',
] as const;
export type PaypalCall = (typeof PAYPAL_CALLS)[number];

const payFields = { provider, times };
const PayScript = z.discriminatedUnion('pay', [
  z.strictObject({
    ...payFields,
    pay: z.literal('issue'),
    issue: z.string().default('INSTRUMENT_DECLINED'),
  }),
  z.strictObject({ ...payFields, pay: z.literal('already_captured') }),
  z.strictObject({ ...payFields, pay: z.literal('pending') }),
  z.strictObject({ ...payFields, pay: z.literal('tamper_amount'), amountInCents: z.int().min(1) }),
]);

const apiFields = {
  provider,
  times,
  call: z.enum(PAYPAL_CALLS).optional(),
  applied: z.boolean().default(false),
};
const PaypalAction = z.discriminatedUnion('action', [
  z.strictObject({ provider, action: z.enum(['list', 'release', 'clear_scripts', 'reset']) }),
  z.strictObject({ provider, action: z.literal('approve'), order_id: z.string() }),
  z.strictObject({ provider, action: z.enum(['complete', 'deny']), capture_id: z.string() }),
  z.strictObject({
    provider,
    action: z.enum(['return', 'dispute']),
    capture_id: z.string(),
    amountInCents: z.int().min(1).optional(),
  }),
  z.strictObject({
    provider,
    action: z.literal('resolve_dispute'),
    dispute_id: z.string(),
    outcome: z.enum(['RESOLVED_BUYER_FAVOUR', 'RESOLVED_SELLER_FAVOUR', 'CANCELED_BY_BUYER']),
  }),
  z.strictObject({
    provider,
    action: z.enum(['finish_refund', 'fail_refund']),
    refund_id: z.string(),
  }),
]);

/** Each schema by the key that only it has. */
export const PAYPAL_COMMANDS = {
  pay: PayScript,
  refund: RefundScript,
  api: z.strictObject({ ...apiFields, api: z.enum(['error_500', 'token_expired']) }),
  webhook: z.discriminatedUnion('webhook', [...deliveryFaults(z.string())]),
  action: PaypalAction,
};
export type PaypalCommand = z.infer<(typeof PAYPAL_COMMANDS)[keyof typeof PAYPAL_COMMANDS]>;
export type PaypalAction = z.infer<typeof PaypalAction>;
type Script = Exclude<PaypalCommand, PaypalAction>;
export type Scripts = ReturnType<typeof openScripts>;

export const openScripts = (journal: Journal) => openScriptTable<Script>(journal, 'paypal.script');
