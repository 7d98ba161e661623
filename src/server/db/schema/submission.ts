import { sql } from 'drizzle-orm';
import {
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  serial,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { FEE_MAIL_KINDS } from '#domain/mail-kinds.ts';
import { PAYMENT_STATUSES } from '#domain/payment-states.ts';
import { SUBMISSION_STAGES } from '#domain/submission-tracker.ts';
import {
  cascadingReference,
  enumChecks,
  instant,
  mailState,
  paise,
  requiredReference,
} from '../columns.ts';
import { users } from './accounts.ts';
import { movies } from './catalogue.ts';

export const submissionFees = pgTable(
  'submission_fees',
  {
    feeId: serial('fee_id').primaryKey(),
    feeNo: text('fee_no').notNull().unique(),
    userId: integer('user_id').references(() => users.userId, { onDelete: 'set null' }),
    /**
     * The amount that the filmmaker entered, in paise; PayPal charges its own fixed sum (spec §9).
     */
    amount: paise('amount').notNull(),
    paymentStatus: text('payment_status', { enum: PAYMENT_STATUSES }).notNull().default('NEW'),
    paymentMode: text('payment_mode'),
    paymentTransactionNo: text('payment_transaction_no'),
    createdAt: instant('created_at').notNull(),
    paidAt: instant('paid_at'),
    refundedAt: instant('refunded_at'),
    /** Paise that went back in parts (`part_refunds`), while the fee was paid. */
    partRefundedValue: paise('part_refunded_value').notNull().default(0),
  },
  (t) => [
    index('submission_fees_user').on(t.userId),
    index('submission_fees_paid').on(t.paidAt),
    index('submission_fees_refunded').on(t.refundedAt),
    ...enumChecks(t),
    check('submission_fees_amount', sql`${t.amount} > 0`),
  ],
);

/** Mails about a fee. The transaction that changes the fee inserts them. */
export const feeMails = pgTable(
  'fee_mails',
  {
    feeId: requiredReference('fee_id', () => submissionFees.feeId),
    kind: text('kind', { enum: FEE_MAIL_KINDS }).notNull(),
    ...mailState,
  },
  (t) => [
    primaryKey({ columns: [t.feeId, t.kind] }),
    index('fee_mails_due')
      .on(t.dueAt)
      .where(sql`sent_at is null and dropped_at is null`),
    ...enumChecks(t),
  ],
);

/** Uploaded posters, checked and re-encoded; private until their film is accepted. */
export const submissionPosters = pgTable(
  'submission_posters',
  {
    posterKey: uuid('poster_key').primaryKey(),
    userId: cascadingReference('user_id', () => users.userId),
    uploadedAt: instant('uploaded_at').notNull(),
  },
  (t) => [index('submission_posters_user').on(t.userId)],
);

/**
 * What the catalogue does not store of a submitted film. Fields of film and contact are free text
 * on one line, not parsed (spec §5).
 */
export const submissions = pgTable(
  'submissions',
  {
    movieId: integer('movie_id')
      .primaryKey()
      .references(() => movies.movieId, { onDelete: 'cascade' }),
    userId: integer('user_id').references(() => users.userId, { onDelete: 'set null' }),
    /** Created with the draft, so that a repeated request submits the same film. */
    draftKey: text('draft_key').notNull(),
    runningTime: text('running_time').notNull(),
    website: text('website').notNull(),
    contactName: text('contact_name').notNull(),
    contactEmail: text('contact_email').notNull(),
    contactPhone: text('contact_phone').notNull(),
    contactSignature: text('contact_signature').notNull(),
    contactPlace: text('contact_place').notNull(),
    contactSignDate: text('contact_sign_date').notNull(),
    feeId: integer('fee_id')
      .unique()
      .references(() => submissionFees.feeId),
    posterKey: uuid('poster_key').references(() => submissionPosters.posterKey, {
      onDelete: 'set null',
    }),
    submittedAt: instant('submitted_at').notNull(),
    /**
     * When the film was accepted or declined. Null too if an older release recorded it: the steps
     * are decisive.
     */
    decidedAt: instant('decided_at'),
  },
  (t) => [
    uniqueIndex('submissions_once').on(t.userId, t.draftKey),
    index('submissions_undecided')
      .on(t.movieId)
      .where(sql`decided_at is null`),
  ],
);

export const submissionSteps = pgTable(
  'submission_steps',
  {
    stepId: serial('step_id').primaryKey(),
    movieId: cascadingReference('movie_id', () => submissions.movieId),
    stage: text('stage', { enum: SUBMISSION_STAGES }).notNull(),
    at: instant('at').notNull(),
    /** The cinema's message to the filmmaker, such as why the film was declined. */
    note: text('note'),
    ...mailState,
  },
  (t) => [
    uniqueIndex('submission_steps_once').on(t.movieId, t.stage),
    index('submission_steps_due')
      .on(t.dueAt)
      .where(sql`sent_at is null and dropped_at is null`),
    ...enumChecks(t),
  ],
);
