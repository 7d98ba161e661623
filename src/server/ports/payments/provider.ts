import type { PaymentReport } from '#contract/payments.ts';

export const PROVIDER_NAMES = ['razorpay', 'paypal'] as const;
export type ProviderName = (typeof PROVIDER_NAMES)[number];

/**
 * Calls that a process's background work makes at the same moment; viewers who pay do not wait for it. Chosen: neither provider
 * publishes its limit. Ten calls of 300 ms are some 30 a second, and none of the two refuses those.
 */
export const CALLS_AT_ONCE: Record<ProviderName, number> = { razorpay: 10, paypal: 10 };

/** A payment in the provider's own words, brought to the few that money is decided by. Amounts in minor units. */
export interface ProviderPayment {
  provider: ProviderName;
  id: string;
  /** The provider's order that it was made for; null when it does not say. */
  orderId: string | null;
  /**
   * captured: ours. authorized: promised, `awaitsCapture` when it comes only at our word. pending: the provider decides.
   * refunded: all of it went back. unknown: nothing to act on.
   */
  status: 'captured' | 'authorized' | 'pending' | 'failed' | 'refunded' | 'unknown';
  amount: number;
  currency: string;
  method: string | null;
  /** What the provider keeps of it, its tax included, in minor units; null while it has not said. */
  fee: number | null;
  awaitsCapture?: boolean;
}

export interface ProviderRefund {
  id: string;
  status: 'pending' | 'done' | 'failed';
}

/** What a webhook tells: a payment as it was then, or something of the provider's to ask about. */
export interface ProviderEvent {
  /** The same for every delivery of one event. */
  key: string;
  name: string;
  payment: ProviderPayment | null;
  ask: { paymentId: string } | { orderId: string } | null;
}

export interface NewProviderOrder {
  amount: number;
  currency: string;
  /** Ours, unique, at most 40 characters: asked again with it, the same order is given. */
  receipt: string;
  description: string;
  notes: Record<string, string>;
}

export interface NewProviderRefund {
  paymentId: string;
  amount: number;
  currency: string;
  /** The same key gives the same refund again. */
  idempotencyKey: string;
}

/** The payer's bank said no to this means of payment; another may do. */
export const DECLINED = 'INSTRUMENT_DECLINED';

/** Who takes money for the house. Every call throws ProviderError. */
export interface PaymentProvider {
  name: ProviderName;
  createOrder: (order: NewProviderOrder) => Promise<{ id: string }>;
  fetchPayment: (id: string) => Promise<ProviderPayment>;
  /** Every payment on one order, newest first. */
  fetchOrderPayments: (orderId: string) => Promise<ProviderPayment[]>;
  /** Takes a payment that awaits it; taken already, it is given as it is. `refused` with code DECLINED: another means may do. */
  capture: (payment: ProviderPayment) => Promise<ProviderPayment>;
  refund: (refund: NewProviderRefund) => Promise<ProviderRefund>;
  fetchRefund: (id: string) => Promise<ProviderRefund>;
  /** What the browser's proof names, when it is no forgery; null otherwise. What it is worth, the provider is asked. */
  readProof: (report: PaymentReport) => { orderId: string; paymentId: string | null } | null;
  /** The event, null when it is not signed by the provider. Throws `garbled` for what is signed and no event. */
  readWebhook: (rawBody: string, headers: Headers) => Promise<ProviderEvent | null>;
}
