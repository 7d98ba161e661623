import { createHmac, sign } from 'node:crypto';
import { sandboxCertificate } from '#sandbox/paypal/certificate.ts';
import { SANDBOX_CREDENTIALS } from '#server/config/sandbox-credentials.ts';
import { signedMessage } from '#server/ports/payments/paypal-webhook.ts';
import type { TestServer } from './test-server.ts';

type Entity = Record<string, unknown>;
type EventGroup = {
  kind: string;
  names: string[];
  entities: (subject: Entity, seconds: number) => Entity;
};

const named = (prefix: string, names: string) =>
  names.split(' ').map((name) => `${prefix}.${name}`);
const entityOf = (entity: string, fields: Entity = {}) => ({
  entity: { id: `${entity}_SBX00000000001`, entity, ...fields },
});
const payment = (subject: Entity) => ({ payment: { entity: subject } });

/**
 * The events of https://razorpay.com/docs/webhooks/all/ and of the pages below it, by their entities, in the documented shapes.
 * `subject` is the payment that the event is about.
 */
export const RAZORPAY_EVENTS: EventGroup[] = [
  {
    kind: 'payment',
    names: named('payment', 'authorized captured failed'),
    entities: payment,
  },
  {
    kind: 'order',
    names: ['order.paid'],
    entities: (subject) => ({
      ...payment(subject),
      order: {
        entity: {
          id: subject['order_id'],
          entity: 'order',
          amount: subject['amount'],
          status: 'paid',
          notes: [],
        },
      },
    }),
  },
  {
    kind: 'order notification',
    names: named('order.notification', 'delivered failed'),
    entities: (subject) => ({
      notification: entityOf('notification', { order_id: subject['order_id'] }),
    }),
  },
  {
    kind: 'payment downtime',
    names: named('payment.downtime', 'started updated resolved'),
    entities: (_, seconds) => ({
      'payment.downtime': entityOf('payment.downtime', {
        method: 'netbanking',
        begin: seconds,
        end: null,
        instrument: { bank: 'VIJB' },
      }),
    }),
  },
  {
    kind: 'refund',
    names: named('refund', 'created processed failed speed_changed'),
    entities: (subject) => ({
      refund: entityOf('refund', {
        amount: 200,
        currency: 'INR',
        payment_id: subject['id'],
        acquirer_data: {},
      }),
      ...payment(subject),
    }),
  },
  {
    kind: 'invoice',
    names: named('invoice', 'paid partially_paid expired'),
    entities: (subject) => ({
      ...payment(subject),
      order: entityOf('order'),
      invoice: entityOf('invoice'),
    }),
  },
  {
    kind: 'payment link',
    names: named('payment_link', 'paid partially_paid cancelled expired'),
    entities: (subject) => ({
      payment_link: entityOf('payment_link'),
      order: entityOf('order'),
      ...payment(subject),
    }),
  },
  {
    kind: 'subscription',
    names: named(
      'subscription',
      'authenticated activated charged completed updated pending halted cancelled paused resumed',
    ),
    entities: (subject) => ({
      subscription: entityOf('subscription', { plan_id: 'plan_1' }),
      ...payment(subject),
    }),
  },
  {
    kind: 'settlement',
    names: ['settlement.processed'],
    entities: () => ({
      settlement: entityOf('settlement', { amount: 1524, fees: 0, tax: 0, status: 'processed' }),
    }),
  },
  {
    kind: 'transfer',
    names: named('transfer', 'processed failed'),
    entities: (subject) => ({
      transfer: entityOf('transfer', { source: subject['id'], amount: 100 }),
    }),
  },
  {
    kind: 'QR code',
    names: named('qr_code', 'created credited closed'),
    entities: (subject) => ({
      ...payment({ ...subject, order_id: null }),
      qr_code: entityOf('qr_code'),
    }),
  },
  {
    kind: 'virtual account',
    names: named('virtual_account', 'created credited closed'),
    entities: (subject) => ({
      ...payment({ ...subject, order_id: null, acquirer_data: { rrn: null } }),
      virtual_account: entityOf('virtual_account', { receivers: [entityOf('qr_code').entity] }),
      bank_transfer: entityOf('bank_transfer'),
    }),
  },
  {
    kind: 'fund account',
    names: named('fund_account.validation', 'completed failed'),
    entities: () => ({
      'fund_account.validation': entityOf('fund_account.validation', { amount: 127 }),
    }),
  },
  {
    kind: 'payout',
    names: named('payout', 'pending rejected queued initiated processed updated reversed failed'),
    entities: () => ({
      payout: entityOf('payout', { amount: 100, currency: 'INR', status_details: null }),
    }),
  },
  {
    kind: 'payout downtime',
    names: named('payout.downtime', 'started resolved'),
    entities: () => ({ 'payout.downtime': entityOf('payout.downtime', { method: ['IMPS'] }) }),
  },
  {
    kind: 'payout link',
    names: named(
      'payout_link',
      'pending issued processing processed attempted cancelled rejected expired',
    ),
    entities: () => ({ payout_link: entityOf('payout_link', { amount: 100 }) }),
  },
  {
    kind: 'transaction',
    names: named('transaction', 'created updated'),
    entities: () => ({
      transaction: entityOf('transaction', {
        amount: 100,
        source: entityOf('bank_transfer').entity,
      }),
    }),
  },
  {
    kind: 'token',
    names: named(
      'token',
      'initiated confirmed rejected activated suspended deactivated paused resumed cancelled cancellation_initiated expiry_updated service_provider.activated service_provider.failed service_provider.deactivated service_provider.cancelled service_provider_token.activated',
    ),
    entities: () => ({
      token: entityOf('token', { method: 'card', card: null }),
      service_provider_token: { entity: [entityOf('service_provider_token').entity] },
    }),
  },
  {
    kind: 'account',
    names: [
      ...named(
        'account',
        'activated activated_kyc_pending instantly_activated needs_clarification updated',
      ),
      ...named(
        'account',
        'payments_enabled rejected suspended under_review funds_hold funds_unhold',
      ),
      'account.instant_activation_gmv_limit_warning',
      'banking_accounts.issued',
    ],
    entities: () => ({
      account: { entity: { id: 'JNraR8O85H1atC', entity: 'merchant', activated: true } },
    }),
  },
  {
    kind: 'product',
    names: [
      ...named('product.route', 'under_review needs_clarification activated'),
      ...['payment_gateway', 'payment_links'].flatMap((product) =>
        named(
          `product.${product}`,
          'under_review needs_clarification instantly_activated activated_kyc_pending activated rejected',
        ),
      ),
    ],
    entities: () => ({ merchant_product: { entity: { id: 'acc_prd_QTzcNTia8qHzYG' }, data: [] } }),
  },
];

const AMOUNT = { currency_code: 'USD', value: '2.00' };
const upTo = (path: string, id: unknown) => ({
  links: [{ rel: 'up', href: `https://api.paypal.com${path}/${String(id)}` }],
});

/**
 * The events of https://developer.paypal.com/api/rest/webhooks/event-names/, by their resources, in the documented shapes.
 * `subject` is the capture that the event is about. Each group has one entity, the resource.
 */
export const PAYPAL_EVENTS: EventGroup[] = [
  {
    kind: 'authorization',
    names: named('PAYMENT.AUTHORIZATION', 'CREATED VOIDED'),
    entities: () => ({ id: '2GG279541U471931P', status: 'CREATED', amount: AMOUNT }),
  },
  {
    kind: 'capture',
    names: named('PAYMENT.CAPTURE', 'COMPLETED PENDING DENIED DECLINED'),
    entities: (subject) => subject,
  },
  {
    kind: 'refund',
    names: named('PAYMENT.CAPTURE', 'REFUNDED REVERSED'),
    entities: (subject) => ({
      id: '1Y107995YT783435V',
      status: 'COMPLETED',
      amount: AMOUNT,
      ...upTo('/v2/payments/captures', subject['id']),
    }),
  },
  {
    kind: 'batch payout',
    names: [
      ...named('PAYMENT.PAYOUTSBATCH', 'DENIED PROCESSING SUCCESS'),
      ...named('PAYMENT.PAYOUTS-ITEM', 'BLOCKED CANCELED DENIED FAILED HELD REFUNDED RETURNED'),
      ...named('PAYMENT.PAYOUTS-ITEM', 'SUCCEEDED UNCLAIMED'),
      ...named('PAYMENT.REFERENCED-PAYOUT-ITEM', 'COMPLETED FAILED'),
    ],
    entities: () => ({
      batch_header: {
        payout_batch_id: 'Q8N9H4W5YC2A2',
        amount: { currency: 'USD', value: '2.00' },
      },
    }),
  },
  {
    kind: 'billing plan',
    names: named('BILLING.PLAN', 'CREATED UPDATED ACTIVATED DEACTIVATED PRICING-CHANGE.ACTIVATED'),
    entities: () => ({
      id: 7,
      merchant_preferences: { setup_fee: { currency: 'USD', value: '1' } },
      state: 'CREATED',
    }),
  },
  {
    kind: 'subscription',
    names: named(
      'BILLING.SUBSCRIPTION',
      'CREATED ACTIVATED UPDATED EXPIRED CANCELLED SUSPENDED RE-ACTIVATED PAYMENT.FAILED',
    ),
    entities: () => ({ id: 'I-BW452GLLEP1G', plan: { payment_definitions: [] }, quantity: '20' }),
  },
  {
    kind: 'consent',
    names: ['IDENTITY.AUTHORIZATION-CONSENT.REVOKED'],
    entities: () => ({ timestamp: '123', client_id: 'AV1' }),
  },
  {
    kind: 'checkout',
    names: [
      ...named('CHECKOUT.ORDER', 'APPROVED COMPLETED PROCESSED SAVED VOIDED DECLINED'),
      'PAYMENTS.PAYMENT.CREATED',
      'CHECKOUT.CHECKOUT.BUYER-APPROVED',
      'CHECKOUT.PAYMENT-APPROVAL.REVERSED',
    ],
    entities: (subject) => ({
      id: relatedOrderOf(subject),
      order_id: relatedOrderOf(subject),
      purchase_units: [],
    }),
  },
  {
    kind: 'invoice',
    names: named('INVOICING.INVOICE', 'CANCELLED CREATED PAID REFUNDED SCHEDULED UPDATED'),
    entities: () => ({
      invoice: { id: 'INV2-1', amount: { currency_code: 'KWD', value: '1.125' } },
    }),
  },
  {
    kind: 'merchant account',
    names: [
      ...named('CUSTOMER.ACCOUNT-LIMITATION', 'ADDED ESCALATED LIFTED UPDATED'),
      ...named('CUSTOMER.MERCHANT-INTEGRATION', 'CAPABILITY-UPDATED PRODUCT-SUBSCRIPTION-UPDATED'),
      ...named(
        'CUSTOMER.MERCHANT-INTEGRATION',
        'SELLER-ALREADY-INTEGRATED SELLER-ONBOARDING-INITIATED',
      ),
      ...named('CUSTOMER.MERCHANT-INTEGRATION', 'SELLER-CONSENT-GRANTED SELLER-EMAIL-CONFIRMED'),
      ...named(
        'CUSTOMER.MANAGED-ACCOUNT',
        'ACCOUNT-CREATED CREATION-FAILED ACCOUNT-UPDATED RISK-ASSESSED',
      ),
      ...named('CUSTOMER.MANAGED-ACCOUNT', 'ACCOUNT-STATUS-CHANGED NEGATIVE-BALANCE-NOTIFIED'),
      'CUSTOMER.MANAGED-ACCOUNT.NEGATIVE-BALANCE-DEBIT-INITIATED',
      'MERCHANT.ONBOARDING.COMPLETED',
      'MERCHANT.PARTNER-CONSENT.REVOKED',
    ],
    entities: () => ({ merchant_id: 'NUW34ETLUTSZN', tracking_id: 'LF1234', limitations: [] }),
  },
  {
    kind: 'payment order',
    names: named('PAYMENT.ORDER', 'CANCELLED CREATED'),
    entities: () => ({
      id: 'O-0PA02040XD',
      amount: { total: '2.00', currency: 'USD' },
      state: 'PENDING',
    }),
  },
  {
    kind: 'sale',
    names: named('PAYMENT.SALE', 'COMPLETED DENIED PENDING REFUNDED REVERSED'),
    entities: (subject) => ({
      id: subject['id'],
      parent_payment: 'PAY-1',
      amount: { total: '2.00', currency: 'USD' },
    }),
  },
  {
    kind: 'product',
    names: named('CATALOG.PRODUCT', 'CREATED UPDATED'),
    entities: () => ({ id: 'PROD-XYAB12ABSB7868434', type: 'PHYSICAL' }),
  },
  {
    kind: 'vault',
    names: [
      ...named('VAULT.CREDIT-CARD', 'CREATED DELETED UPDATED'),
      ...named('VAULT.PAYMENT-TOKEN', 'CREATED DELETED DELETION-INITIATED'),
    ],
    entities: () => ({
      id: 'nkq2y9g',
      payment_source: { card: { last_digits: '1111', expiry: '2027-02' } },
    }),
  },
  {
    kind: 'risk dispute',
    names: ['RISK.DISPUTE.CREATED'],
    entities: (subject) => ({
      dispute_id: 'PP-1',
      disputed_transactions: [{ seller_transaction_id: subject['id'] }],
    }),
  },
];

const relatedOrderOf = (capture: Entity) =>
  (capture['supplementary_data'] as { related_ids: { order_id: string } }).related_ids.order_id;

/** `content` is everything of the event beside its name and its time. */
export function razorpayBody(server: TestServer, event: string, content: Entity): string {
  const created_at = Math.floor(server.clock.now().getTime() / 1000);
  return JSON.stringify({
    entity: 'event',
    account_id: 'acc_SBX00000000001',
    event,
    ...content,
    created_at,
  });
}

export function paypalBody(
  server: TestServer,
  id: string,
  event_type: string,
  content: Entity,
): string {
  const create_time = server.clock.now().toISOString();
  return JSON.stringify({
    id,
    event_version: '1.0',
    create_time,
    event_type,
    summary: 'An event',
    links: [],
    ...content,
  });
}

export const sendRazorpayEvent = (server: TestServer, id: string, body: string) =>
  server.post('/api/ott/payments/webhooks/razorpay', {
    body,
    headers: {
      'x-razorpay-event-id': id,
      'x-razorpay-signature': createHmac('sha256', SANDBOX_CREDENTIALS.razorpay.webhookSecret)
        .update(body)
        .digest('hex'),
    },
  });

export function sendPaypalEvent(server: TestServer, id: string, body: string) {
  const time = server.clock.now().toISOString();
  const message = signedMessage({
    id,
    time,
    webhookId: SANDBOX_CREDENTIALS.paypal.webhookId,
    rawBody: body,
  });
  const signature = sign(
    'RSA-SHA256',
    Buffer.from(message),
    sandboxCertificate().privateKey,
  ).toString('base64');
  return server.post('/api/ott/payments/webhooks/paypal', {
    body,
    headers: {
      'paypal-transmission-id': id,
      'paypal-transmission-time': time,
      'paypal-transmission-sig': signature,
      'paypal-auth-algo': 'SHA256withRSA',
      'paypal-cert-url': `${server.config.origin}/sandbox/paypal/certs/webhooks.pem`,
    },
  });
}
