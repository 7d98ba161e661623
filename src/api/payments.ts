import {
  paymentMethods,
  reportPayment,
  startCheckout,
  type PaymentReport,
  type ProviderName,
} from '#contract/payments.ts';
import { call } from './http.ts';

export const fetchPaymentMethods = () => call(paymentMethods, {});

export const openCheckout = (orderId: number, provider: ProviderName) =>
  call(startCheckout, { params: { orderId }, body: { provider } });

export const putPayment = (orderId: number, body: PaymentReport, idempotencyKey?: string) =>
  call(reportPayment, { params: { orderId }, body }, idempotencyKey ? { idempotencyKey } : {});
