import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  serial,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { instant, minorUnits, paise } from '../columns.ts';
import { orders } from './booking.ts';
import { submissionFees } from './submission.ts';

/** An attempt to pay an order or a fee. Later messages of the provider refer to `providerOrderId`. */
export const paymentAttempts = pgTable(
  'payment_attempts',
  {
    attemptId: serial('attempt_id').primaryKey(),
    movieOrderId: integer('movie_order_id').references(() => orders.movieOrderId),
    feeId: integer('fee_id').references(() => submissionFees.feeId),
    provider: text('provider').notNull(),
    receipt: text('receipt').notNull().unique(),
    providerOrderId: text('provider_order_id').unique(),
    amount: minorUnits('amount').notNull(),
    currency: text('currency').notNull(),
    /** Rupees for one unit of a foreign currency, when the payment began; null for rupees. */
    rate: doublePrecision('rate'),
    /** The total of the bill in paise when the payment began. */
    billTotal: paise('order_total').notNull(),
    providerPaymentId: text('provider_payment_id'),
    /** The provider's fee with tax, in minor units; null until reported. */
    gatewayFee: integer('gateway_fee'),
    /** open, paid, held for the operator (glossary: held payment), or closed: declined for good, refunded, or no longer held */
    state: text('state').notNull().default('open'),
    heldReason: text('held_reason'),
    createdAt: instant('created_at').notNull(),
    checkedAt: instant('checked_at'),
  },
  (t) => [
    index('payment_attempts_order').on(t.movieOrderId),
    index('payment_attempts_fee').on(t.feeId),
    index('payment_attempts_state').on(t.state, t.createdAt),
    index('payment_attempts_held')
      .on(t.attemptId)
      .where(sql`held_reason is not null`),
    check('payment_attempts_subject', sql`num_nonnulls(${t.movieOrderId}, ${t.feeId}) = 1`),
  ],
);

export const paymentEvents = pgTable(
  'payment_events',
  {
    eventId: serial('event_id').primaryKey(),
    provider: text('provider').notNull(),
    /** The provider's event id; for a proof, `browser:` and the payment id, or the provider's order id without one. */
    eventKey: text('event_key').notNull(),
    source: text('source').notNull(),
    providerOrderId: text('provider_order_id'),
    providerPaymentId: text('provider_payment_id'),
    payload: jsonb('payload').notNull(),
    receivedAt: instant('received_at').notNull(),
    appliedAt: instant('applied_at'),
    outcome: text('outcome'),
  },
  (t) => [
    uniqueIndex('payment_events_once').on(t.provider, t.eventKey),
    index('payment_events_pending').on(t.appliedAt),
    index('payment_events_order').on(t.providerOrderId),
    index('payment_events_payment').on(t.providerPaymentId),
  ],
);

/** At most one per payment. The request is repeated until the provider confirms it. */
export const refunds = pgTable(
  'refunds',
  {
    refundId: serial('refund_id').primaryKey(),
    movieOrderId: integer('movie_order_id').references(() => orders.movieOrderId),
    feeId: integer('fee_id').references(() => submissionFees.feeId),
    provider: text('provider').notNull(),
    providerPaymentId: text('provider_payment_id').notNull().unique(),
    amount: minorUnits('amount').notNull(),
    currency: text('currency').notNull(),
    reason: text('reason').notNull(),
    /** True for the payment that paid the bill; false for one that paid nothing (late, second or held). */
    refundsBill: boolean('ends_ticket').notNull(),
    /** asked (not yet sent, or no response), pending (at the provider), done, failed */
    state: text('state').notNull().default('asked'),
    providerRefundId: text('provider_refund_id'),
    askedAt: instant('asked_at').notNull(),
    checkedAt: instant('checked_at'),
  },
  (t) => [
    index('refunds_state').on(t.state, t.checkedAt),
    index('refunds_order').on(t.movieOrderId),
    index('refunds_unused')
      .on(t.askedAt)
      .where(sql`not ends_ticket`),
    check('refunds_subject', sql`num_nonnulls(${t.movieOrderId}, ${t.feeId}) = 1`),
  ],
);
