import { z } from 'zod';
import { UNPAYABLE_ERRORS } from './error-groups.ts';
import { Id } from './catalogue.ts';
import { Order, PaymentStatus } from './booking.ts';
import { endpoint, VIEWER_GET, VIEWER_POST, VIEWER_PUT } from './endpoint.ts';
import { TypedRupees } from './numeric-text.ts';
import { typedLine } from './typed-text.ts';

const OrderId = z.object({ orderId: Id });

export const PROVIDER_NAMES = ['razorpay', 'paypal'] as const;
export type ProviderName = (typeof PROVIDER_NAMES)[number];
/** For a call that names no provider. */
export const DEFAULT_PROVIDER = 'razorpay';
export const ChosenProvider = z.enum(PROVIDER_NAMES).default(DEFAULT_PROVIDER);

/**
 * The provider's own page: a POST with these fields, or a GET if there are none. It leads back to
 * this site.
 */
const ProviderPage = z.object({
  url: z.string(),
  fields: z.record(z.string(), z.string()).nullable(),
});
export type ProviderPage = z.infer<typeof ProviderPage>;

/** Options of Razorpay's checkout. `amount` is in paise. */
const RazorpayCheckout = z.object({
  provider: z.literal('razorpay'),
  key: z.string(),
  amount: z.number().int(),
  currency: z.string(),
  order_id: z.string(),
  name: z.string(),
  description: z.string(),
  prefill: z.object({ name: z.string(), email: z.string(), contact: z.string() }),
  script: z.string(),
  page: ProviderPage,
});

/** Options of PayPal's buttons. The server sets `amount`, in dollars with two decimals. */
const PaypalCheckout = z.object({
  provider: z.literal('paypal'),
  clientId: z.string(),
  /** PayPal's order id, which the viewer approves in the popup. */
  order_id: z.string(),
  currency: z.string(),
  amount: z.string(),
  /** Rupees for one unit. */
  rate: z.number(),
  script: z.string(),
  page: ProviderPage,
});

export const checkoutWith = <Fields extends z.ZodRawShape>(fields: Fields) =>
  z.discriminatedUnion('provider', [
    RazorpayCheckout.extend(fields),
    PaypalCheckout.extend(fields),
  ]);
const Checkout = checkoutWith({});
export type Checkout = z.infer<typeof Checkout>;

const PaymentMethods = z.object({
  razorpay: z.boolean(),
  paypal: z.object({ currency: z.string(), rate: z.number() }).nullable(),
  supplierState: z.string().nullable(),
  /** A buyer abroad who pays in another currency pays no tax. */
  isUnderLut: z.boolean(),
  /** A ticket with a price needs the buyer's State or country. */
  isBuyerPlaceRequired: z.boolean(),
});
export type PaymentMethods = z.infer<typeof PaymentMethods>;

export const paymentMethods = endpoint(VIEWER_GET, '/payments/methods', {
  summary:
    'List the configured payment providers, and the seller’s State if GST requires the buyer’s',
  reply: PaymentMethods,
});

export const startCheckout = endpoint(VIEWER_POST, '/orders/:orderId/checkout', {
  summary: 'Start a payment with a provider',
  errors: [
    ...UNPAYABLE_ERRORS,
    'nothing_to_pay',
    'payments_not_set_up',
    'paypal_abroad_only',
    'provider_away',
    'state_required',
    'too_many_requests',
  ],
  params: OrderId,
  body: z.object({ provider: ChosenProvider }),
  reply: Checkout,
  idempotent: true,
});

/**
 * The report is only a hint: PAID needs the provider's proof and confirmation (api.md "Order"), or
 * a total of 0.
 */
export const PaymentReport = z.object({
  orderNo: typedLine().max(40).optional(),
  paymentTransactionNo: typedLine().max(100).nullish(),
  paymentDate: typedLine().max(40).nullish(),
  paidAmount: TypedRupees.nullish(),
  paymentStatus: PaymentStatus,
  paymentMode: typedLine().max(40).nullish(),
  razorpay_payment_id: typedLine().max(100).optional(),
  razorpay_order_id: typedLine().max(100).optional(),
  razorpay_signature: typedLine().max(200).optional(),
  paypal_order_id: typedLine().max(100).optional(),
});
export type PaymentReport = z.infer<typeof PaymentReport>;

export const checkPayment = endpoint(
  { ...VIEWER_POST, status: 200 },
  '/orders/:orderId/payment/check',
  {
    summary:
      'Ask the provider for the payments of an order, because money has left the payer’s account',
    errors: ['order_not_found', 'provider_away', 'too_many_requests'],
    params: OrderId,
    reply: Order,
  },
);

export const reportPayment = endpoint(VIEWER_PUT, '/orders/:orderId/payment', {
  summary: 'Report the outcome of a payment',
  errors: [
    ...UNPAYABLE_ERRORS,
    'instrument_declined',
    'payment_not_proven',
    'payment_refused',
    'payments_not_set_up',
  ],
  params: OrderId,
  body: PaymentReport,
  reply: Order,
  idempotent: true,
});
