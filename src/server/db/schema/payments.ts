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
import { instant, paise } from '../columns.ts';
import { orders } from './booking.ts';
import { submissionFees } from './submission.ts';

/** One try to pay an order, or a fee, with a provider. The provider's order id ties everything that comes back to it. */
export const paymentAttempts = pgTable(
  'payment_attempts',
  {
    attemptId: serial('attempt_id').primaryKey(),
    /** What it pays: one of the two. */
    movieOrderId: integer('movie_order_id').references(() => orders.movieOrderId),
    feeId: integer('fee_id').references(() => submissionFees.feeId),
    provider: text('provider').notNull(),
    receipt: text('receipt').notNull().unique(),
    providerOrderId: text('provider_order_id').unique(),
    /** In the currency's minor units: paise, or cents. */
    amount: paise('amount').notNull(),
    currency: text('currency').notNull(),
    /** Rupees for one unit of a foreign currency, as it was when the payment began; null for rupees. */
    rate: doublePrecision('rate'),
    /** The sum in paise when the payment began: what the amount stands for. */
    orderTotal: paise('order_total').notNull(),
    /** The capture that paid, as the provider names it. */
    providerPaymentId: text('provider_payment_id'),
    /** What the provider kept for it, its tax included, in the currency's minor units; null while it has not said. */
    gatewayFee: integer('gateway_fee'),
    /** open, paid, held (amount or currency differ, or a second payment of the same ticket: for the operator), closed */
    state: text('state').notNull().default('open'),
    heldReason: text('held_reason'),
    createdAt: instant('created_at').notNull(),
    checkedAt: instant('checked_at'),
  },
  (t) => [
    index('payment_attempts_order').on(t.movieOrderId),
    index('payment_attempts_fee').on(t.feeId),
    index('payment_attempts_state').on(t.state, t.createdAt),
    check('payment_attempts_subject', sql`num_nonnulls(${t.movieOrderId}, ${t.feeId}) = 1`),
  ],
);

/** Everything the outside says about a payment, stored before it is applied, once per event. */
export const paymentEvents = pgTable(
  'payment_events',
  {
    eventId: serial('event_id').primaryKey(),
    provider: text('provider').notNull(),
    /** The provider's own event id, or one made of source and payment id; unique, so that a duplicate is stored once. */
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
  ],
);

/** Money on its way back: asked for once per payment, told to the provider until it answers. */
export const refunds = pgTable(
  'refunds',
  {
    refundId: serial('refund_id').primaryKey(),
    /** What it had paid: one of the two. */
    movieOrderId: integer('movie_order_id').references(() => orders.movieOrderId),
    feeId: integer('fee_id').references(() => submissionFees.feeId),
    provider: text('provider').notNull(),
    providerPaymentId: text('provider_payment_id').notNull().unique(),
    amount: paise('amount').notNull(),
    currency: text('currency').notNull(),
    reason: text('reason').notNull(),
    /** Whether the ticket ends with it: not for money that never opened one. */
    endsTicket: boolean('ends_ticket').notNull(),
    /** asked (not yet told, or no answer), pending (the provider works on it), done, failed */
    state: text('state').notNull().default('asked'),
    providerRefundId: text('provider_refund_id'),
    askedAt: instant('asked_at').notNull(),
    checkedAt: instant('checked_at'),
  },
  (t) => [
    index('refunds_state').on(t.state, t.checkedAt),
    check('refunds_subject', sql`num_nonnulls(${t.movieOrderId}, ${t.feeId}) = 1`),
  ],
);
