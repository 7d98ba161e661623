import * as contract from '#contract/payments.ts';
import { call } from './http.ts';

export const fetchPaymentMethods = () => call(contract.paymentMethods, {});

export const openCheckout = (orderId: number, provider: contract.ProviderName) =>
  call(contract.startCheckout, { params: { orderId }, body: { provider } });

export const postPaymentCheck = (orderId: number) =>
  call(contract.checkPayment, { params: { orderId } });

export const putPayment = (
  orderId: number,
  body: contract.PaymentReport,
  idempotencyKey?: string,
) =>
  call(
    contract.reportPayment,
    { params: { orderId }, body },
    idempotencyKey ? { idempotencyKey } : {},
  );
