import { reportPayment, startCheckout, type PaymentReport } from '#contract/payments.ts';
import { call } from './http.ts';

export const openCheckout = (orderId: number) =>
  call(startCheckout, { params: { orderId }, body: { provider: 'razorpay' } });

export const putPayment = (orderId: number, body: PaymentReport, idempotencyKey?: string) =>
  call(reportPayment, { params: { orderId }, body }, idempotencyKey ? { idempotencyKey } : {});
