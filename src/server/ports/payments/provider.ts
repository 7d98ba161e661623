import type { z } from 'zod';
import type { Paise, MinorUnits, Cents } from '#domain/pricing.ts';
import type { Checkout, PaymentReport, ProviderName } from '#contract/payments.ts';
import type { DisputeState } from '#domain/disputes.ts';
import type { SampleRule } from '../../config/sample-rule.ts';

/**
 * A payment in the terms common to all providers. `orderId` is the provider's order. Amounts in
 * minor units.
 */
export interface ProviderPayment {
  provider: ProviderName;
  id: string;
  orderId: string | null;
  /**
   * authorized: reserved (with `awaitsCapture` we must capture it). pending: the provider decides.
   * unknown: no action.
   */
  status: 'captured' | 'authorized' | 'pending' | 'failed' | 'refunded' | 'unknown';
  amount: MinorUnits;
  currency: string;
  /**
   * What has gone back so far. A captured payment may have been returned in part; a refunded one
   * has gone back wholly.
   */
  refundedAmount: MinorUnits;
  method: string | null;
  /** The provider's fee with tax, in minor units; null until the provider reports it. */
  fee: MinorUnits | null;
  awaitsCapture?: boolean;
}

export interface ProviderRefund {
  id: string;
  status: 'pending' | 'done' | 'failed';
}

/** Stored as JSON: times are ISO texts. */
export interface ProviderDispute {
  provider: ProviderName;
  id: string;
  paymentId: string;
  state: DisputeState;
  amount: MinorUnits;
  currency: string;
  amountDeducted: MinorUnits;
  /** The provider's words. */
  phase: string | null;
  reasonCode: string | null;
  reasonText: string | null;
  respondBy: string | null;
  openedAt: string | null;
}

export interface ProviderReturns {
  /** At least those that changed since then. */
  disputes: ProviderDispute[];
  /** Ids of the payments that were refunded since then, wholly or in part. */
  refundedPaymentIds: string[];
}

/**
 * A webhook event: a payment snapshot, a dispute, or the payment or order to fetch. Stored as JSON,
 * so the property names are fixed. Rows of earlier releases lack `createdAt` and `dispute`.
 */
export interface ProviderEvent {
  key: string;
  name: string;
  /** ISO text; null if the provider did not say it. */
  createdAt?: string | null;
  payment: ProviderPayment | null;
  dispute?: ProviderDispute | null;
  fetchBy: { paymentId: string } | { orderId: string } | null;
}

export interface NewProviderOrder {
  amount: MinorUnits;
  currency: string;
  /** Our unique key, at most 40 characters; the same receipt returns the same order. */
  receipt: string;
  description: string;
  notes: Record<string, string>;
  /** Without it, the provider's own page leads nowhere. */
  comeback?: Comeback;
}

/** Where the provider's own page sends the payer. */
export interface Comeback {
  /** Of this server: receives the proof. */
  returnUrl: string;
  /** Of the site: the payer did not pay. */
  cancelUrl: string;
}

interface NewProviderRefund {
  paymentId: string;
  amount: MinorUnits;
  currency: string;
  /** The same key returns the same refund. */
  idempotencyKey: string;
}

/** The calls of a provider. Every call throws ProviderError. */
export interface ProviderApi {
  name: ProviderName;
  createOrder: (order: NewProviderOrder) => Promise<{ id: string }>;
  fetchPayment: (id: string) => Promise<ProviderPayment>;
  fetchOrderPayments: (orderId: string) => Promise<ProviderPayment[]>;
  /**
   * Returns an already captured payment as it is. Throws `refused` with the provider's code when
   * the bank declines.
   */
  capture: (payment: ProviderPayment) => Promise<ProviderPayment>;
  refund: (refund: NewProviderRefund) => Promise<ProviderRefund>;
  fetchRefund: (id: string) => Promise<ProviderRefund>;
  /**
   * What the provider lists of money that went back, or may go back. Finds what a lost webhook
   * would have told.
   */
  listReturns: (since: Date) => Promise<ProviderReturns>;
  /**
   * The ids in the browser's proof; null when the proof is forged or missing. Says nothing about
   * the payment's state.
   */
  readProof: (report: PaymentReport) => { orderId: string; paymentId: string | null } | null;
  /**
   * Null when the provider's signature is missing or wrong. Throws `garbled` for a signed body that
   * is no event.
   */
  readWebhook: (rawBody: string, headers: Headers) => Promise<ProviderEvent | null>;
}

interface Price {
  total: Paise;
  currency: string;
  /** What a payment in another currency pays; without it, the total. */
  foreignTotal?: Paise | undefined;
  /** A fixed price in US cents, which replaces the converted total. */
  dollarCents?: Cents;
}

interface CreatedOrder {
  /** The provider's id. */
  id: string;
  amount: MinorUnits;
  currency: string;
  rate: number | null;
  description: string;
  payer: { name: string; email: string; contact: string };
  comeback: Comeback;
}

/** For `readProof`. */
type ReturnedProof = Pick<
  PaymentReport,
  | 'paymentTransactionNo'
  | 'razorpay_payment_id'
  | 'razorpay_order_id'
  | 'razorpay_signature'
  | 'paypal_order_id'
>;

/** A provider with its keys: its calls, and the rules of paying with it. */
export interface PaymentProvider extends ProviderApi {
  /** Of the background jobs. */
  maxConcurrentCalls: number;
  /** Whether `refundedAmount` of a payment includes what a lost dispute took. */
  countsDisputesAsRefunds: boolean;
  /** How long the provider's order of an open attempt is reused. */
  orderLifetimeMs: number;
  /**
   * What is charged for a bill. `rate`: rupees for one unit of a foreign currency; null for rupees.
   */
  charge: (price: Price) => { amount: MinorUnits; currency: string; rate: number | null };
  /**
   * Why a buyer of this country (ISO code) cannot pay a ticket with this provider; null if the
   * buyer can.
   */
  findBuyerRefusal: (country: string | null) => 'paypal_abroad_only' | null;
  /**
   * Codes of refused captures that the payer can retry, with a message. Null: the payer sees a
   * failed payment.
   */
  retryableRefusals: Record<string, string | null>;
  toCheckout: (order: CreatedOrder) => Checkout;
  /** What the provider's own page sent back with the payer. Null: the payment failed there. */
  readReturn: (fields: Record<string, string>) => ReturnedProof | null;
}

/** By name. Null or absent: the provider has no keys. */
export type PaymentProviders = { [Name in ProviderName]?: PaymentProvider | null };

interface ProviderSettings {
  isSandbox: boolean;
  /** The setting of a previous webhook secret that is still accepted; null if there is none. */
  previousSecretSetting: string | null;
}

export interface SettingsContext {
  /** Of this server. Sandboxes have paths below it. */
  origin: string;
  isProduction: boolean;
}

export interface ConnectContext {
  isProduction: boolean;
  now: () => Date;
  fetch?: typeof globalThis.fetch;
}

/** All that the server must know of one payment provider. `providers.ts` lists the definitions. */
export interface ProviderDefinition<
  Shape extends z.ZodRawShape,
  Settings extends ProviderSettings,
> {
  environment: Shape;
  /** Values that production refuses. */
  sampleRules: SampleRule[];
  sandboxCredentials: Record<string, string>;
  /**
   * The id of a payment that does not exist: with valid keys the provider replies that it is
   * unknown.
   */
  unknownPaymentId: string;
  /**
   * The webhook events to choose in the provider's dashboard; the adapter ignores all other events.
   */
  webhookEvents: readonly string[];
  /** Null disables the provider. Throws ConfigError. */
  readSettings: (env: z.infer<z.ZodObject<Shape>>, context: SettingsContext) => Settings | null;
  hasProof: (report: PaymentReport) => boolean;
  connect: (settings: Settings, context: ConnectContext) => PaymentProvider;
}
