import { z } from 'zod';
import { Id } from './catalogue.ts';
import { Order, PaymentStatus } from './booking.ts';
import { endpoint } from './endpoint.ts';

const OrderId = z.object({ orderId: Id });

/** What Razorpay's checkout needs. `amount` is in paise. */
export const RazorpayCheckout = z.object({
  provider: z.literal('razorpay'),
  key: z.string(),
  amount: z.number().int(),
  currency: z.string(),
  order_id: z.string(),
  name: z.string(),
  description: z.string(),
  prefill: z.object({ name: z.string(), email: z.string(), contact: z.string() }),
  /** Where checkout.js is loaded from. */
  script: z.string(),
});
export type RazorpayCheckout = z.infer<typeof RazorpayCheckout>;

/** What PayPal's buttons need. The sum is the server's, in dollars with two decimals. */
export const PaypalCheckout = z.object({
  provider: z.literal('paypal'),
  clientId: z.string(),
  /** PayPal's own order, which the popup approves. */
  order_id: z.string(),
  currency: z.string(),
  amount: z.string(),
  /** Rupees for one unit, as stored with the payment. */
  rate: z.number(),
  /** Where the SDK is loaded from, its parameters included (card funding disabled). */
  script: z.string(),
});
export type PaypalCheckout = z.infer<typeof PaypalCheckout>;

export const paymentMethods = endpoint({
  service: 'ott',
  auth: 'token',
  method: 'GET',
  path: '/payments/methods',
  summary: 'The ways to pay that are set up here; where GST asks for it, the house’s own State',
  status: 200,
  reply: z.object({
    razorpay: z.boolean(),
    paypal: z.object({ currency: z.string(), rate: z.number() }).nullable(),
    supplierState: z.string().nullable(),
  }),
});

export const startCheckout = endpoint({
  service: 'ott',
  auth: 'token',
  method: 'POST',
  path: '/orders/:orderId/checkout',
  summary: 'Open a payment with the provider',
  params: OrderId,
  body: z.object({ provider: z.enum(['razorpay', 'paypal']).default('razorpay') }),
  status: 201,
  reply: z.discriminatedUnion('provider', [RazorpayCheckout, PaypalCheckout]),
  idempotent: true,
});

/**
 * What the browser saw of a payment. A hint: PAID is believed only with the provider's proof and the provider's own word
 * (api.md "Order"), or for a total of 0.
 */
export const PaymentReport = z.object({
  orderNo: z.string().max(40).optional(),
  paymentTransactionNo: z.string().max(100).nullish(),
  paymentDate: z.string().max(40).nullish(),
  paidAmount: z.number().nonnegative().nullish(),
  paymentStatus: PaymentStatus,
  paymentMode: z.string().max(40).nullish(),
  razorpay_payment_id: z.string().max(100).optional(),
  razorpay_order_id: z.string().max(100).optional(),
  razorpay_signature: z.string().max(200).optional(),
  paypal_order_id: z.string().max(100).optional(),
});
export type PaymentReport = z.infer<typeof PaymentReport>;

export const reportPayment = endpoint({
  service: 'ott',
  auth: 'token',
  method: 'PUT',
  path: '/orders/:orderId/payment',
  summary: 'Report how a payment went',
  params: OrderId,
  body: PaymentReport,
  status: 200,
  reply: Order,
  idempotent: true,
});
