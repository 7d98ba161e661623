// POST /sandbox/control scripts the providers' next responses. docs/sandbox.md documents the commands.
import { Hono } from 'hono';
import { z } from 'zod';
import { FACEBOOK_FAULTS } from './facebook/tokens.ts';
import { GOOGLE_FAULTS } from './google/id-token.ts';
import {
  PaypalAction,
  PaypalApi,
  type PaypalCommand,
  PaypalPay,
  PaypalRefundScript,
  PaypalWebhook,
} from './paypal/scripts.ts';

const times = z.int().min(1).default(1);
const milliseconds = z.int().min(0).max(86_400_000);
const amountInPaise = z.int().min(1);
const provider = z.string();

export const API_CALLS = [
  'createOrder',
  'fetchOrder',
  'listOrders',
  'fetchOrderPayments',
  'fetchPayment',
  'capture',
  'refund',
  'fetchRefund',
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
] as const;
export type EventName = (typeof EVENTS)[number];

const pay = { provider, times };
const PayScript = z.discriminatedUnion('pay', [
  z.strictObject({ ...pay, pay: z.literal('fail'), afterMs: milliseconds.optional() }),
  z.strictObject({ ...pay, pay: z.literal('authorise_only') }),
  z.strictObject({ ...pay, pay: z.literal('capture_later'), afterMs: milliseconds }),
  z.strictObject({ ...pay, pay: z.enum(['corrupt_signature', 'other_order']) }),
  z.strictObject({ ...pay, pay: z.literal('tamper_amount'), amountInPaise }),
]);
export type PayScript = z.infer<typeof PayScript>;

const RefundScript = z.strictObject({ provider, times, refund: z.enum(['pending', 'fail']) });
export type RefundScript = z.infer<typeof RefundScript>;

const api = { provider, times, call: z.enum(API_CALLS).optional(), applied: z.boolean().default(false) };
const ApiScript = z.discriminatedUnion('api', [
  z.strictObject({ ...api, api: z.literal('error_500') }),
  z.strictObject({ ...api, api: z.literal('timeout'), afterMs: milliseconds.default(30_000) }),
]);
export type ApiScript = z.infer<typeof ApiScript>;

const webhook = { provider, times, event: z.enum(EVENTS).optional() };
const WebhookScript = z.discriminatedUnion('webhook', [
  z.strictObject({ ...webhook, webhook: z.literal('drop') }),
  z.strictObject({ ...webhook, webhook: z.literal('delay'), ms: milliseconds }),
  z.strictObject({ ...webhook, webhook: z.literal('duplicate'), copies: z.int().min(1).max(50).default(1) }),
  z
    .strictObject({ provider, event: webhook.event, webhook: z.literal('reorder'), count: z.int().min(2) })
    .transform(({ count, ...script }) => ({ ...script, times: count })),
  z.strictObject({ ...webhook, webhook: z.literal('corrupt_signature'), tries: z.int().min(1).default(1) }),
  z.strictObject({ ...webhook, webhook: z.literal('tamper_amount'), amountInPaise }),
]);
export type WebhookScript = z.infer<typeof WebhookScript>;

const RazorpayAction = z.discriminatedUnion('action', [
  z.strictObject({ provider, action: z.enum(['list', 'release', 'forget', 'reset']) }),
  z.strictObject({ provider, action: z.literal('pay'), order_id: z.string() }),
  z.strictObject({ provider, action: z.literal('capture'), payment_id: z.string() }),
  z.strictObject({ provider, action: z.enum(['finish_refund', 'fail_refund']), refund_id: z.string() }),
]);
const SmsScript = z.strictObject({ provider, next: z.enum(['error', 'ok']) });
const ListOrReset = z.strictObject({ provider, action: z.enum(['list', 'reset']) });

const TwilioScript = z.discriminatedUnion('next', [
  z.strictObject({ provider, next: z.literal('error'), code: z.int().min(10_000).default(21211) }),
  z.strictObject({ provider, next: z.enum(['error_500', 'ok']) }),
]);
const EmailScript = z.strictObject({ provider, next: z.enum(['error', 'refuse', 'ok']) });

const GoogleScript = z.strictObject({ provider, next: z.enum([...GOOGLE_FAULTS, 'ok']) });
const GoogleKeys = z.strictObject({ provider, keys: z.enum(['error_500', 'rotate', 'ok']) });
const FacebookScript = z.strictObject({ provider, next: z.enum([...FACEBOOK_FAULTS, 'ok']) });
const FacebookGraph = z.strictObject({ provider, graph: z.enum(['error_500', 'ok']) });

export type RazorpayCommand = PayScript | RefundScript | ApiScript | WebhookScript | z.infer<typeof RazorpayAction>;
export type SmsCommand = z.infer<typeof SmsScript> | z.infer<typeof ListOrReset>;
export type TwilioCommand = z.infer<typeof TwilioScript> | z.infer<typeof ListOrReset>;
export type EmailCommand = z.infer<typeof EmailScript> | z.infer<typeof ListOrReset>;

export type GoogleCommand = z.infer<typeof GoogleScript> | z.infer<typeof GoogleKeys> | z.infer<typeof ListOrReset>;
export type FacebookCommand =
  | z.infer<typeof FacebookScript>
  | z.infer<typeof FacebookGraph>
  | z.infer<typeof ListOrReset>;

// Each schema by the key that only it has, so that validation errors name the right schema.
const SCHEMAS: Record<string, Record<string, z.ZodType>> = {
  razorpay: {
    pay: PayScript,
    refund: RefundScript,
    api: ApiScript,
    webhook: WebhookScript,
    action: RazorpayAction,
  },
  paypal: {
    pay: PaypalPay,
    refund: PaypalRefundScript,
    api: PaypalApi,
    webhook: PaypalWebhook,
    action: PaypalAction,
  },
  sms: { next: SmsScript, action: ListOrReset },
  twilio: { next: TwilioScript, action: ListOrReset },
  email: { next: EmailScript, action: ListOrReset },
  google: { next: GoogleScript, keys: GoogleKeys, action: ListOrReset },
  facebook: { next: FacebookScript, graph: FacebookGraph, action: ListOrReset },
};

interface Providers {
  razorpay(command: RazorpayCommand): object;
  paypal(command: PaypalCommand): object;
  sms(command: SmsCommand): object;
  twilio(command: TwilioCommand): object;
  email(command: EmailCommand): object;
  google(command: GoogleCommand): object;
  facebook(command: FacebookCommand): object;
}

export function controlRoutes(providers: Providers) {
  return new Hono().post('/control', async (c) => {
    const body: unknown = await c.req.json().catch(() => undefined);
    const parsed = parseCommand(body);
    if ('message' in parsed) return c.json(parsed, 422);
    // SCHEMAS guarantees that the command belongs to this provider.
    const response = providers[parsed.provider as keyof Providers](parsed.command as never);
    return c.json(response, 'message' in response ? 422 : 200);
  });
}

function parseCommand(body: unknown): { message: string } | { provider: string; command: unknown } {
  const target = z.looseObject({ provider: z.string() }).safeParse(body);
  const schemas = target.success ? SCHEMAS[target.data.provider] : undefined;
  if (!target.success || !schemas)
    return { message: `Unknown provider. Set "provider": ${Object.keys(SCHEMAS).join(' or ')}` };

  const { provider } = target.data;
  const key = Object.keys(schemas).find((name) => name in target.data);
  if (!key) return { message: `No command for ${provider}. Set one of: ${Object.keys(schemas).join(', ')}` };

  const command = schemas[key]!.safeParse(body);
  return command.success ? { provider, command: command.data } : { message: z.prettifyError(command.error) };
}
