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
import { DISPUTE_STATES } from '#domain/disputes.ts';
import {
  ATTEMPT_STATES,
  EVENT_SOURCES,
  HOLD_CAUSES,
  HOLD_DECISIONS,
  REFUND_STATES,
  RETURN_CAUSES,
  STORED_OUTCOMES,
} from '#domain/payment-states.ts';
import { enumChecks, instant, minorUnits, paise, paymentProvider } from '../columns.ts';
import { orders } from './booking.ts';
import { submissionFees } from './submission.ts';

/**
 * An attempt to pay an order or a fee. Later messages of the provider refer to `providerOrderId`.
 */
export const paymentAttempts = pgTable(
  'payment_attempts',
  {
    attemptId: serial('attempt_id').primaryKey(),
    movieOrderId: integer('movie_order_id').references(() => orders.movieOrderId),
    feeId: integer('fee_id').references(() => submissionFees.feeId),
    provider: paymentProvider(),
    receipt: text('receipt').notNull().unique(),
    providerOrderId: text('provider_order_id').unique(),
    amount: minorUnits('amount').notNull(),
    currency: text('currency').notNull(),
    /** What came, if the operator accepted a payment of another sum; null: `amount` came. */
    paidAmount: minorUnits('paid_amount'),
    /** Rupees for one unit of a foreign currency, when the payment began; null for rupees. */
    rate: doublePrecision('rate'),
    /** The total of the bill in paise when the payment began. */
    billTotal: paise('order_total').notNull(),
    providerPaymentId: text('provider_payment_id'),
    /** The provider's fee with tax; null until reported. */
    gatewayFee: minorUnits('gateway_fee'),
    state: text('state', { enum: ATTEMPT_STATES }).notNull().default('open'),
    /** Only for the previous release (held/previous-release/queries.ts). */
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
    ...enumChecks(t),
    check('payment_attempts_subject', sql`num_nonnulls(${t.movieOrderId}, ${t.feeId}) = 1`),
  ],
);

export const paymentEvents = pgTable(
  'payment_events',
  {
    eventId: serial('event_id').primaryKey(),
    provider: paymentProvider(),
    /**
     * The provider's event id; for a proof, `browser:` and the payment id, or the provider's order
     * id without one.
     */
    eventKey: text('event_key').notNull(),
    source: text('source', { enum: EVENT_SOURCES }).notNull(),
    providerOrderId: text('provider_order_id'),
    providerPaymentId: text('provider_payment_id'),
    payload: jsonb('payload').notNull(),
    receivedAt: instant('received_at').notNull(),
    appliedAt: instant('applied_at'),
    outcome: text('outcome', { enum: STORED_OUTCOMES }),
  },
  (t) => [
    uniqueIndex('payment_events_once').on(t.provider, t.eventKey),
    index('payment_events_pending').on(t.appliedAt),
    index('payment_events_order').on(t.providerOrderId),
    index('payment_events_payment').on(t.providerPaymentId),
    ...enumChecks(t),
  ],
);

/**
 * Captured payments that waited or wait for a decision. A payment that is held again waits again.
 */
export const heldPayments = pgTable(
  'held_payments',
  {
    heldPaymentId: serial('held_payment_id').primaryKey(),
    attemptId: integer('attempt_id')
      .notNull()
      .references(() => paymentAttempts.attemptId),
    movieOrderId: integer('movie_order_id').references(() => orders.movieOrderId),
    feeId: integer('fee_id').references(() => submissionFees.feeId),
    provider: paymentProvider(),
    providerPaymentId: text('provider_payment_id').notNull(),
    cause: text('cause', { enum: HOLD_CAUSES }).notNull(),
    /** For the operator. */
    reason: text('reason').notNull(),
    /** Null: the previous release held it. */
    amount: minorUnits('amount'),
    currency: text('currency'),
    /** The amount in paise of the bill's currency; null if it is not known. */
    value: paise('value'),
    heldAt: instant('held_at').notNull(),
    /** Null while the payment waits. */
    decision: text('decision', { enum: HOLD_DECISIONS }),
    decidedAt: instant('decided_at'),
    /**
     * As in the audit log: `asha@server-1`. Null if no operator decided, and for decisions of the
     * previous release.
     */
    decidedBy: text('decided_by'),
  },
  (t) => [
    uniqueIndex('held_payments_once').on(t.attemptId, t.providerPaymentId),
    index('held_payments_order').on(t.movieOrderId),
    index('held_payments_fee').on(t.feeId),
    index('held_payments_payment').on(t.providerPaymentId),
    ...enumChecks(t),
    check('held_payments_decided', sql`num_nulls(${t.decision}, ${t.decidedAt}) in (0, 2)`),
    check('held_payments_subject', sql`num_nonnulls(${t.movieOrderId}, ${t.feeId}) = 1`),
  ],
);

/**
 * Parts of a bill's payment that went back at the provider while the bill stayed paid. The return
 * of what remains is a row of `refunds`.
 */
export const partRefunds = pgTable(
  'part_refunds',
  {
    partRefundId: serial('part_refund_id').primaryKey(),
    movieOrderId: integer('movie_order_id').references(() => orders.movieOrderId),
    feeId: integer('fee_id').references(() => submissionFees.feeId),
    provider: paymentProvider(),
    providerPaymentId: text('provider_payment_id').notNull(),
    cause: text('cause', { enum: RETURN_CAUSES }).notNull(),
    amount: minorUnits('amount').notNull(),
    currency: text('currency').notNull(),
    /** All parts of the payment up to this one, in minor units of its currency. */
    totalAmount: minorUnits('total_amount').notNull(),
    /** The same two sums in paise of the bill. */
    value: paise('value').notNull(),
    totalValue: paise('total_value').notNull(),
    reason: text('reason').notNull(),
    returnedAt: instant('returned_at').notNull(),
  },
  (t) => [
    uniqueIndex('part_refunds_once').on(t.providerPaymentId, t.totalAmount),
    index('part_refunds_order').on(t.movieOrderId),
    index('part_refunds_fee').on(t.feeId),
    index('part_refunds_returned').on(t.returnedAt),
    ...enumChecks(t),
    check('part_refunds_subject', sql`num_nonnulls(${t.movieOrderId}, ${t.feeId}) = 1`),
  ],
);

/**
 * Disputes that payers opened at their banks or at the provider, as the provider's events report
 * them.
 */
export const disputes = pgTable(
  'disputes',
  {
    /** The provider's id. */
    disputeId: text('dispute_id').primaryKey(),
    provider: paymentProvider(),
    providerPaymentId: text('provider_payment_id').notNull(),
    /** Both null: the payment is not known here. */
    movieOrderId: integer('movie_order_id').references(() => orders.movieOrderId),
    feeId: integer('fee_id').references(() => submissionFees.feeId),
    amount: minorUnits('amount').notNull(),
    currency: text('currency').notNull(),
    /** What the provider took back; 0 until the dispute is lost. */
    amountDeducted: minorUnits('amount_deducted').notNull().default(0),
    state: text('state', { enum: DISPUTE_STATES }).notNull(),
    /** The provider's words. */
    phase: text('phase'),
    reasonCode: text('reason_code'),
    reasonText: text('reason_text'),
    /** The last moment for evidence. */
    respondBy: instant('respond_by'),
    openedAt: instant('opened_at').notNull(),
    /** When the provider created the newest event that is stored here. */
    changedAt: instant('changed_at').notNull(),
  },
  (t) => [
    index('disputes_order').on(t.movieOrderId),
    index('disputes_fee').on(t.feeId),
    index('disputes_payment').on(t.providerPaymentId),
    index('disputes_open')
      .on(t.respondBy)
      .where(sql`state in ('open', 'under_review')`),
    ...enumChecks(t),
  ],
);

/** At most one per payment. The request is repeated until the provider confirms it. */
export const refunds = pgTable(
  'refunds',
  {
    refundId: serial('refund_id').primaryKey(),
    movieOrderId: integer('movie_order_id').references(() => orders.movieOrderId),
    feeId: integer('fee_id').references(() => submissionFees.feeId),
    provider: paymentProvider(),
    providerPaymentId: text('provider_payment_id').notNull().unique(),
    amount: minorUnits('amount').notNull(),
    currency: text('currency').notNull(),
    reason: text('reason').notNull(),
    /** Nothing is sent for a dispute. */
    cause: text('cause', { enum: RETURN_CAUSES }).notNull().default('refund'),
    /**
     * True for the payment that paid the bill; false for one that paid nothing (late, second or
     * held).
     */
    refundsBill: boolean('ends_ticket').notNull(),
    state: text('state', { enum: REFUND_STATES }).notNull().default('asked'),
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
    ...enumChecks(t),
    check('refunds_subject', sql`num_nonnulls(${t.movieOrderId}, ${t.feeId}) = 1`),
  ],
);
