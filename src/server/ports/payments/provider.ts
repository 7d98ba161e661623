import type { PaymentReport } from '#contract/payments.ts';

export const PROVIDER_NAMES = ['razorpay', 'paypal'] as const;
export type ProviderName = (typeof PROVIDER_NAMES)[number];

/** Concurrent calls of the background jobs. Chosen: no limit is published; both providers accept about 30 calls a second. */
export const MAX_CONCURRENT_CALLS: Record<ProviderName, number> = { razorpay: 10, paypal: 10 };

/** A payment in the terms common to all providers. Amounts in minor units. */
export interface ProviderPayment {
  provider: ProviderName;
  id: string;
  orderId: string | null;
  /** authorized: reserved (with `awaitsCapture` we must capture it). pending: the provider decides. unknown: no action. */
  status: 'captured' | 'authorized' | 'pending' | 'failed' | 'refunded' | 'unknown';
  amount: number;
  currency: string;
  method: string | null;
  /** The provider's fee with tax, in minor units; null until the provider reports it. */
  fee: number | null;
  awaitsCapture?: boolean;
}

export interface ProviderRefund {
  id: string;
  status: 'pending' | 'done' | 'failed';
}

/** A webhook event: a payment snapshot, or the payment or order to fetch. Stored as JSON, so the property names are fixed. */
export interface ProviderEvent {
  key: string;
  name: string;
  payment: ProviderPayment | null;
  ask: { paymentId: string } | { orderId: string } | null;
}

export interface NewProviderOrder {
  amount: number;
  currency: string;
  /** Our unique key, at most 40 characters; the same receipt returns the same order. */
  receipt: string;
  description: string;
  notes: Record<string, string>;
}

export interface NewProviderRefund {
  paymentId: string;
  amount: number;
  currency: string;
  /** The same key returns the same refund. */
  idempotencyKey: string;
}

/** The payer's bank declined; another payment method may work. */
export const DECLINED = 'INSTRUMENT_DECLINED';

/** Every call throws ProviderError. */
export interface PaymentProvider {
  name: ProviderName;
  createOrder: (order: NewProviderOrder) => Promise<{ id: string }>;
  fetchPayment: (id: string) => Promise<ProviderPayment>;
  fetchOrderPayments: (orderId: string) => Promise<ProviderPayment[]>;
  /** Returns an already captured payment as it is. Throws `refused` with code DECLINED when the bank declines. */
  capture: (payment: ProviderPayment) => Promise<ProviderPayment>;
  refund: (refund: NewProviderRefund) => Promise<ProviderRefund>;
  fetchRefund: (id: string) => Promise<ProviderRefund>;
  /** The ids in the browser's proof; null when the proof is forged or missing. Says nothing about the payment's state. */
  readProof: (report: PaymentReport) => { orderId: string; paymentId: string | null } | null;
  /** Null when the provider's signature is missing or wrong. Throws `garbled` for a signed body that is no event. */
  readWebhook: (rawBody: string, headers: Headers) => Promise<ProviderEvent | null>;
}
