import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  serial,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { TICKET_MAIL_KINDS } from '#domain/mail-kinds.ts';
import { PAYMENT_STATUSES } from '#domain/payment-states.ts';
import { COUPON_TYPES } from '#domain/pricing.ts';
import {
  active,
  cascadingReference,
  enumChecks,
  instant,
  mailState,
  paise,
  requiredReference,
} from '../columns.ts';
import { users } from './accounts.ts';
import { movies } from './catalogue.ts';

export const coupons = pgTable(
  'coupons',
  {
    couponCode: text('coupon_code').primaryKey(),
    couponType: text('coupon_type', { enum: COUPON_TYPES }).notNull(),
    /** PERCENTAGE: percent. FIXED: rupees. */
    couponValue: doublePrecision('coupon_value').notNull(),
    active: active(),
    /** From, until (exclusive); null: no bound. */
    validFrom: instant('valid_from'),
    validUntil: instant('valid_until'),
    /** Maximum discounted tickets in total, and per viewer; null: no limit. */
    totalLimit: integer('total_limit'),
    viewerLimit: integer('viewer_limit'),
    movieIds: integer('movie_ids').array(),
    batch: text('batch'),
    importDigest: text('import_digest'),
  },
  (t) => [
    index('coupons_code').on(sql`upper(${t.couponCode})`),
    index('coupons_single')
      .on(t.couponCode)
      .where(sql`batch is null`),
    // Batches are counted by an index-only scan.
    index('coupons_batch')
      .on(t.batch, t.active, t.couponType, t.couponValue, t.validFrom, t.validUntil)
      .where(sql`batch is not null`),
    index('coupons_batch_name')
      .on(sql`upper(${t.batch})`)
      .where(sql`batch is not null`),
    ...enumChecks(t),
  ],
);

/**
 * Inserted when a payment begins, under the coupon's row lock. Deleted if the order is cancelled
 * and nothing was captured, and when the ticket is refunded.
 */
export const couponUses = pgTable(
  'coupon_uses',
  {
    movieOrderId: integer('movie_order_id')
      .primaryKey()
      .references(() => orders.movieOrderId),
    couponCode: text('coupon_code')
      .notNull()
      .references(() => coupons.couponCode),
    userId: integer('user_id').references(() => users.userId, { onDelete: 'set null' }),
    takenAt: instant('taken_at').notNull(),
    /**
     * End of the reservation of an unpaid order; null once the order is paid or its bank confirms
     * the payment.
     */
    reservedUntil: instant('reserved_until'),
  },
  (t) => [
    index('coupon_uses_coupon').on(t.couponCode, t.userId),
    index('coupon_uses_reserved')
      .on(t.couponCode, t.reservedUntil, t.userId)
      .where(sql`reserved_until is not null`),
  ],
);

export const orders = pgTable(
  'orders',
  {
    movieOrderId: serial('movie_order_id').primaryKey(),
    orderNo: text('order_no').notNull().unique(),
    userId: integer('user_id').references(() => users.userId, { onDelete: 'set null' }),
    movieId: requiredReference('movie_id', () => movies.movieId),
    /**
     * A gift has a row in `gifts`. `userId` is its giver, who pays; the ticket belongs to the
     * receiver.
     */
    isGift: boolean('is_gift').notNull().default(false),
    /**
     * The chosen start; a later payment moves it to the time of the payment. The window of a paid
     * gift is empty (it ends when it starts) until the receiver chooses an hour.
     */
    bookingStartTime: instant('booking_start_time').notNull(),
    bookingEndTime: instant('booking_end_time').notNull(),
    /** Null for "Now": the ticket then starts with the payment. */
    chosenStartTime: instant('chosen_start_time'),
    timezone: text('timezone').notNull(),
    unitPrice: paise('unit_price').notNull(),
    couponCode: text('coupon_code'),
    discountType: text('discount_type', { enum: COUPON_TYPES }),
    discountPercentage: doublePrecision('discount_percentage').notNull().default(0),
    discountValue: paise('discount_value').notNull(),
    totalOrderValue: paise('total_order_value').notNull(),
    taxPercentage: integer('tax_percentage').notNull(),
    totalTaxValue: paise('total_tax_value').notNull(),
    totalRoundedValue: paise('total_rounded_value').notNull(),
    currency: text('currency').notNull(),
    orderDate: instant('order_date').notNull(),
    orderRemarks: text('order_remarks'),
    paymentMode: text('payment_mode'),
    paymentStatus: text('payment_status', { enum: PAYMENT_STATUSES }).notNull(),
    paymentTransactionNo: text('payment_transaction_no'),
    paidAt: instant('paid_at'),
    refundedAt: instant('refunded_at'),
    /** Paise that went back in parts (`part_refunds`), while the order was paid. */
    partRefundedValue: paise('part_refunded_value').notNull().default(0),
    /** The cinema's share of the sale at the time of the payment; null for imported orders. */
    platformSharePercent: doublePrecision('platform_share_percent'),
    /**
     * The buyer's State (two GST digits), or the country (ISO 3166) of a buyer abroad. Confirmed by
     * the buyer.
     */
    buyerState: text('buyer_state'),
    buyerCountry: text('buyer_country'),
    /** SEQUENCE of the ticket's calendar entry (RFC 5545): rises when the slot changes. */
    calendarSequence: integer('calendar_sequence').notNull().default(0),
    /** ISO 3166. The server fills country and position, never finer than a town. */
    orderCountry: text('order_country'),
    /** ISO 3166: the country of the IP address, whatever the buyer declares. */
    addressCountry: text('address_country'),
    latitude: doublePrecision('latitude'),
    longitude: doublePrecision('longitude'),
    orderSource: text('order_source').notNull().default('WEB'),
    /** The label of the link that led the buyer to the film (domain/link-source.ts). */
    linkSource: text('link_source'),
    importRef: text('import_ref').unique(),
  },
  (t) => [
    index('orders_viewer').on(t.userId, t.movieId),
    index('orders_movie').on(t.movieId, t.orderDate, t.movieOrderId),
    index('orders_paid').on(t.movieId, t.paidAt),
    index('orders_date').on(t.orderDate, t.movieOrderId),
    index('orders_paid_at')
      .on(t.paidAt)
      .where(sql`paid_at is not null`),
    index('orders_refunded_at')
      .on(t.refundedAt)
      .where(sql`refunded_at is not null`),
    // The uses of coupons are summed by an index-only scan.
    index('orders_coupon')
      .on(t.couponCode, t.paymentStatus, t.discountValue)
      .where(sql`coupon_code is not null`),
    index('orders_refunded')
      .on(t.movieId)
      .where(sql`payment_status = 'REFUNDED'`),
    // One open order per viewer and film (api.md), also under concurrent requests.
    uniqueIndex('orders_one_open')
      .on(t.userId, t.movieId)
      .where(sql`payment_status in ('NEW', 'PROCESSING')`),
    ...enumChecks(t),
  ],
);

/** One row for each order that is a gift. */
export const gifts = pgTable(
  'gifts',
  {
    movieOrderId: integer('movie_order_id')
      .primaryKey()
      .references(() => orders.movieOrderId),
    /** SHA-256 of the secret in the link. The link of an unpaid gift opens nothing. */
    codeHash: text('code_hash').notNull().unique(),
    /** What the giver typed for the receiver. */
    giverName: text('giver_name'),
    receiverName: text('receiver_name'),
    message: text('message'),
    /** Set by the payment: the gift can be claimed before this instant. */
    claimUntil: instant('claim_until'),
    /** The receiver's account; null before the claim, and after the account was deleted. */
    receiverId: integer('receiver_id').references(() => users.userId, { onDelete: 'set null' }),
    claimedAt: instant('claimed_at'),
    takenBackAt: instant('taken_back_at'),
  },
  (t) => [
    index('gifts_receiver').on(t.receiverId),
    index('gifts_unclaimed')
      .on(t.claimUntil)
      .where(sql`claimed_at is null and taken_back_at is null and claim_until is not null`),
    check('gifts_once', sql`num_nonnulls(${t.claimedAt}, ${t.takenBackAt}) < 2`),
  ],
);

/** Mails about a ticket. The transaction that sells, changes or refunds the ticket inserts them. */
export const ticketMails = pgTable(
  'ticket_mails',
  {
    ticketMailId: serial('ticket_mail_id').primaryKey(),
    movieOrderId: requiredReference('movie_order_id', () => orders.movieOrderId),
    kind: text('kind', { enum: TICKET_MAIL_KINDS }).notNull(),
    calendarSequence: integer('sequence').notNull().default(0),
    ...mailState,
  },
  (t) => [
    uniqueIndex('ticket_mails_once').on(t.movieOrderId, t.kind, t.calendarSequence),
    index('ticket_mails_due')
      .on(t.dueAt)
      .where(sql`sent_at is null and dropped_at is null`),
    ...enumChecks(t),
  ],
);

export const bookingReminders = pgTable(
  'booking_reminders',
  {
    userId: cascadingReference('user_id', () => users.userId),
    movieId: cascadingReference('movie_id', () => movies.movieId),
    /** IANA name: the mail is due at 8 AM in this zone. */
    timezone: text('timezone').notNull(),
    askedAt: instant('asked_at').notNull(),
    ...mailState,
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.movieId] }),
    index('booking_reminders_waiting')
      .on(t.movieId)
      .where(sql`sent_at is null and dropped_at is null`),
  ],
);
