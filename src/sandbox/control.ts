// POST /sandbox/control scripts what the providers do next. The vocabulary:
//
// {provider: 'razorpay', pay: …}      the next payment. Optional `times` (1): how many payments.
//   'fail'                            is declined, whatever the payer typed; with `afterMs`, captured that much later all the same
//   'authorise_only'                  succeeds for the payer, is never captured by itself
//   'capture_later', afterMs          succeeds for the payer, is captured `afterMs` later
//   'corrupt_signature'               succeeds and is captured; the reply to the browser carries a wrong signature
//   'other_order'                     succeeds and is captured; the reply to the browser is rightly signed, for another order
//   'tamper_amount', amountInPaise    the payment has another amount than its order
// {provider: 'razorpay', api: …}      the next API call. Optional `call` (any): createOrder fetchOrder listOrders
//                                     fetchOrderPayments fetchPayment capture refund fetchRefund pay; `times` (1);
//                                     `applied` (false): the work is done nevertheless, only the reply is lost
//   'error_500'                       answers 500
//   'timeout'                         answers 504 after `afterMs` (30000)
// {provider: 'razorpay', refund: …}   the next refund: 'pending' until `finish_refund` or `fail_refund`; 'fail'. Optional `times` (1)
// {provider: 'razorpay', webhook: …}  the next event. Optional `event` (any), for instance 'payment.captured'; `times` (1): how many events
//   'drop'                            is never sent
//   'delay', ms                       is sent `ms` later
//   'duplicate', copies (1)           is sent 1 + `copies` times at the same moment, under one event id
//   'reorder', count                  the next `count` events are held, then sent last first
//   'corrupt_signature', tries (1)    the first `tries` deliveries of it carry a wrong signature
//   'tamper_amount', amountInPaise    its payment has another amount, rightly signed
// {provider: 'razorpay', action: …}
//   'list'                            answers everything: scripts, orders, payments, refunds, webhooks
//   'release'                         sends every held, delayed, waiting or given up event now, last first
//   'pay', order_id                   pays an order without its popup, as a payer whom the page has lost
//   'capture', payment_id             captures an authorised or failed payment, as a bank that answers late
//   'finish_refund', 'fail_refund'    decides on a pending refund, refund_id
//   'forget'                          drops the scripts that wait and leaves the rest
//   'reset'                           forgets scripts, orders, payments, refunds and events
// {provider: 'paypal', pay: …}        the next capture. Optional `times` (1)
//   'issue', issue                    is refused with this issue (INSTRUMENT_DECLINED); the order stays approved
//   'already_captured'                is made, and answered as if it had been made before
//   'pending'                         stays PENDING until `complete` or `deny`
//   'tamper_amount', amountInCents    has another amount than its order
// {provider: 'paypal', refund: …}     the next refund: 'pending' until `finish_refund` or `fail_refund`; 'fail'
// {provider: 'paypal', api: …}        the next API call: 'error_500', 'token_expired'. Optional `call` (any): token createOrder
//                                     fetchOrder capture fetchCapture refund fetchRefund; `times`; `applied`
// {provider: 'paypal', webhook: …}    as Razorpay's, without 'tamper_amount'
// {provider: 'paypal', action: …}     'list', 'release', 'forget', 'reset' as Razorpay's; 'approve', order_id, as a payer whom the page
//                                     has lost; 'complete', 'deny' (a pending capture), 'return' (refund it from the dashboard), each with
//                                     capture_id; 'finish_refund', 'fail_refund', refund_id
// {provider: 'sms', next: 'error'}    MSG91 answers `type: error` with HTTP 200 to the next message; 'ok' takes it back
// {provider: 'sms', action: …}        'list' answers the messages, 'reset' empties the inbox
// {provider: 'twilio', next: …}       the next SMS by Twilio: 'error' answers 400, optional `code` (21211); 'error_500'; 'ok' takes it back
// {provider: 'email', next: …}        the next e-mail: 'error' is put off (451), 'refuse' is refused (550); 'ok' takes it back
//                                     Both know the actions of 'sms'.
// {provider: 'google', next: …}       what is wrong with the next ID token: expired not_yet too_long wrong_audience wrong_issuer wrong_nonce
//                                     wrong_key unknown_key hs256 unsigned replay; 'ok' takes it back
// {provider: 'google', keys: …}       'error_500' the keys do not come, 'rotate' there is a new key, 'ok'
// {provider: 'facebook', next: …}     what is wrong with the next access token: expired invalid wrong_app page_token other_person
//                                     never_expires replay; 'ok' takes it back
// {provider: 'facebook', graph: …}    'error_500' the Graph API answers 500, 'ok'
//                                     Both know 'list' and 'reset', and answer who lives there and what is to go wrong.
//
// A script answers 200 {scripts}: those that wait. Anything else answers 422 {message}.
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
const SmsAction = z.strictObject({ provider, action: z.enum(['list', 'reset']) });

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
export type SmsCommand = z.infer<typeof SmsScript> | z.infer<typeof SmsAction>;
export type TwilioCommand = z.infer<typeof TwilioScript> | z.infer<typeof SmsAction>;
export type EmailCommand = z.infer<typeof EmailScript> | z.infer<typeof SmsAction>;

export type GoogleCommand = z.infer<typeof GoogleScript> | z.infer<typeof GoogleKeys> | z.infer<typeof SmsAction>;
export type FacebookCommand =
  | z.infer<typeof FacebookScript>
  | z.infer<typeof FacebookGraph>
  | z.infer<typeof SmsAction>;

// Which schema is meant shows in the one word that each has of its own, so that its complaints are about the right thing.
const VOCABULARY: Record<string, Record<string, z.ZodType>> = {
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
  sms: { next: SmsScript, action: SmsAction },
  twilio: { next: TwilioScript, action: SmsAction },
  email: { next: EmailScript, action: SmsAction },
  google: { next: GoogleScript, keys: GoogleKeys, action: SmsAction },
  facebook: { next: FacebookScript, graph: FacebookGraph, action: SmsAction },
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
    const read = readCommand(body);
    if ('message' in read) return c.json(read, 422);
    // The vocabulary has checked that the command is one of this provider's.
    const reply = providers[read.provider as keyof Providers](read.command as never);
    return c.json(reply, 'message' in reply ? 422 : 200);
  });
}

function readCommand(body: unknown): { message: string } | { provider: string; command: unknown } {
  const given = z.looseObject({ provider: z.string() }).safeParse(body);
  const subjects = given.success ? VOCABULARY[given.data.provider] : undefined;
  if (!given.success || !subjects) return { message: `Say which provider: ${Object.keys(VOCABULARY).join(' or ')}` };

  const { provider } = given.data;
  const subject = Object.keys(subjects).find((word) => word in given.data);
  if (!subject) return { message: `Say one of these for ${provider}: ${Object.keys(subjects).join(', ')}` };

  const command = subjects[subject]!.safeParse(body);
  return command.success ? { provider, command: command.data } : { message: z.prettifyError(command.error) };
}
