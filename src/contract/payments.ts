import { z } from 'zod';
import { Id } from './catalogue.ts';
import { Order, PaymentStatus } from './booking.ts';
import { endpoint } from './endpoint.ts';

const OrderId = z.object({ orderId: Id });

/** Options of Razorpay's checkout. `amount` is in paise. */
export const RazorpayCheckout = z.object({
  provider: z.literal('razorpay'),
  key: z.string(),
  amount: z.number().int(),
  currency: z.string(),
  order_id: z.string(),
  name: z.string(),
  description: z.string(),
  prefill: z.object({ name: z.string(), email: z.string(), contact: z.string() }),
  script: z.string(),
});
export type RazorpayCheckout = z.infer<typeof RazorpayCheckout>;

/** Options of PayPal's buttons. The server sets `amount`, in dollars with two decimals. */
export const PaypalCheckout = z.object({
  provider: z.literal('paypal'),
  clientId: z.string(),
  /** PayPal's order id, which the viewer approves in the popup. */
  order_id: z.string(),
  currency: z.string(),
  amount: z.string(),
  /** Rupees for one unit. */
  rate: z.number(),
  script: z.string(),
});
export type PaypalCheckout = z.infer<typeof PaypalCheckout>;

export const paymentMethods = endpoint({
  service: 'ott',
  auth: 'token',
  method: 'GET',
  path: '/payments/methods',
  summary: 'List the configured payment providers, and the seller’s State if GST requires the buyer’s',
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
  summary: 'Start a payment with a provider',
  params: OrderId,
  body: z.object({ provider: z.enum(['razorpay', 'paypal']).default('razorpay') }),
  status: 201,
  reply: z.discriminatedUnion('provider', [RazorpayCheckout, PaypalCheckout]),
  idempotent: true,
});

/** Only a hint: PAID needs the provider's proof and confirmation (api.md "Order"), or a total of 0. */
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
  summary: 'Report the outcome of a payment',
  params: OrderId,
  body: PaymentReport,
  status: 200,
  reply: Order,
  idempotent: true,
});
