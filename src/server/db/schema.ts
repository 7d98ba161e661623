/** The tables. Money is integer paise; every instant is `timestamptz`. The SQL that makes them is in ./migrations. */
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgSequence,
  pgTable,
  primaryKey,
  serial,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
const paise = (name: string) => integer(name);
const createdOn = () => instant('created_on').notNull().defaultNow();

// ---------- session, accounts ----------

export const users = pgTable(
  'users',
  {
    userId: serial('user_id').primaryKey(),
    dialCode: text('dial_code'),
    mobile: text('mobile'),
    /** Set once a code sent to the number has proved it; only then does the number sign in, and is it this person's alone. */
    mobileVerifiedAt: instant('mobile_verified_at'),
    emailId: text('email_id'),
    firstName: text('first_name'),
    lastName: text('last_name'),
    gender: integer('gender'),
    roles: text('roles')
      .array()
      .notNull()
      .default(sql`'{}'`),
    passwordHash: text('password_hash'),
    firstLogin: boolean('first_login').notNull().default(true),
    ipAddress: text('ip_address'),
    timezone: text('timezone'),
    latitude: doublePrecision('latitude'),
    longitude: doublePrecision('longitude'),
    placeName: text('place_name'),
    /** Whether mails remind of a ticket before its film begins. */
    reminders: boolean('reminders').notNull().default(true),
    languages: text('languages')
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** Set once a code sent to the address, or a provider that owns it, has proved it. Only then does the address sign in. */
    emailVerifiedAt: instant('email_verified_at'),
    /** The operator's own reference, for people that came with an import. */
    importRef: text('import_ref').unique(),
    importDigest: text('import_digest'),
    /** Set by the operator: this person signs in no more. */
    blockedAt: instant('blocked_at'),
    createdOn: createdOn(),
  },
  (t) => [
    uniqueIndex('users_mobile')
      .on(t.dialCode, t.mobile)
      .where(sql`mobile_verified_at is not null`),
    uniqueIndex('users_email')
      .on(sql`lower(email_id)`)
      .where(sql`email_verified_at is not null`),
  ],
);

/** Who a person is at Google or Facebook: the provider's own subject, never the e-mail address. */
export const socialAccounts = pgTable(
  'social_accounts',
  {
    provider: text('provider').notNull(),
    subject: text('subject').notNull(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.userId, { onDelete: 'cascade' }),
    createdOn: createdOn(),
  },
  (t) => [primaryKey({ columns: [t.provider, t.subject] }), index('social_accounts_user').on(t.userId)],
);

/** Tokens of providers that have signed somebody in, until they expire of themselves: each signs in once. */
export const usedSocialTokens = pgTable('used_social_tokens', {
  tokenHash: text('token_hash').primaryKey(),
  expiresAt: instant('expires_at').notNull(),
});

/** One living code per destination: a new one takes the old one's row. */
export const otps = pgTable('otps', {
  destination: text('destination').primaryKey(),
  codeHash: text('code_hash').notNull(),
  sentAt: instant('sent_at').notNull(),
  expiresAt: instant('expires_at').notNull(),
  triesLeft: integer('tries_left').notNull(),
  /** Set by validatephoneotp: the code may then be used once as a password. */
  verified: boolean('verified').notNull().default(false),
  dialCode: text('dial_code').notNull(),
  /** The number that somebody who signs up by e-mail gave; it goes to the new account, unproved. */
  mobile: text('mobile'),
});

/** One sign-in on one device. User tokens name it (`sid`) and end with it. */
export const sessions = pgTable(
  'sessions',
  {
    sessionId: uuid('session_id').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.userId, { onDelete: 'cascade' }),
    createdOn: createdOn(),
    lastSeenOn: instant('last_seen_on').notNull().defaultNow(),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    revokedAt: instant('revoked_at'),
  },
  (t) => [index('sessions_user').on(t.userId)],
);

/** A session's refresh tokens; every rotation adds a row, and reuse of an old one ends the session. */
export const refreshTokens = pgTable(
  'refresh_tokens',
  {
    tokenHash: text('token_hash').primaryKey(),
    familyId: uuid('family_id')
      .notNull()
      .references(() => sessions.sessionId, { onDelete: 'cascade' }),
    userId: integer('user_id')
      .notNull()
      .references(() => users.userId, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    rotatedAt: instant('rotated_at'),
  },
  (t) => [index('refresh_tokens_family').on(t.familyId)],
);

// ---------- catalogue ----------

/** Numbers every change that a page shows. */
export const catalogueChange = pgSequence('catalogue_change');

export const languages = pgTable('languages', {
  languageId: serial('language_id').primaryKey(),
  languageName: text('language_name').notNull().unique(),
});

export const genres = pgTable('genres', {
  genreId: serial('genre_id').primaryKey(),
  genreName: text('genre_name').notNull().unique(),
  ordering: integer('ordering').notNull().default(0),
});

/** A packaged film: what plays. Several titles may share one. */
export const packages = pgTable('packages', {
  packageId: serial('package_id').primaryKey(),
  /** Names the folder under MEDIA_DIR/packages; the digest of the package, so that the same film is stored once. */
  packageKey: text('package_key').notNull().unique(),
  manifest: jsonb('manifest').notNull(),
  /** 32 hex digits each, by `keyIndex`. Never leaves the server but one at a time, to a live ticket. */
  keys: text('keys').array().notNull(),
});

export const movies = pgTable(
  'movies',
  {
    movieId: serial('movie_id').primaryKey(),
    movieKey: text('movie_key').notNull().unique(),
    movieName: text('movie_name').notNull(),
    movieNameEn: text('movie_name_en'),
    movieDescription: text('movie_description').notNull().default(''),
    movieDescriptionOwn: text('movie_description_own'),
    poster: text('poster'),
    banner: text('banner'),
    posterGel: text('poster_gel'),
    bannerGel: text('banner_gel'),
    primaryLanguage: text('primary_language').notNull(),
    countryOfProduction: text('country_of_production'),
    yearProduced: text('year_produced'),
    yearReleased: text('year_released'),
    releaseDate: instant('release_date'),
    runningTime: integer('running_time'),
    ageRating: integer('age_rating'),
    active: text('active').notNull().default('Y'),
    movieType: text('movie_type').notNull(),
    streamingStartDate: instant('streaming_start_date'),
    ticketRate: paise('ticket_rate').notNull(),
    teaserUrl: text('teaser_url'),
    trailorUrl: text('trailor_url'),
    packageId: integer('package_id').references(() => packages.packageId),
    avgRating: doublePrecision('avg_rating'),
    overallRank: integer('overall_rank').notNull().default(0),
    /** Both names for the search, as written and by sound (domain/search-key.ts); no sound yet: filled when jobs start. */
    searchText: text('search_text').notNull().default(''),
    searchSound: text('search_sound'),
    ownerId: integer('owner_id').references(() => users.userId, { onDelete: 'set null' }),
    importRef: text('import_ref').unique(),
    /** Digest of the row that the import read; the same digest means nothing to do. */
    importDigest: text('import_digest'),
    /** Grows with every change that a page shows; the rebuild's cursor (api.md catalogue/changes). */
    changeNo: bigint('change_no', { mode: 'number' })
      .notNull()
      .default(sql`nextval('catalogue_change')`),
    createdOn: createdOn(),
  },
  (t) => [
    // Lists take their first films from these two as they stand there, however many films there are.
    index('movies_streaming').on(t.active, t.streamingStartDate.desc().nullsLast(), t.movieId),
    index('movies_released').on(t.active, t.releaseDate.desc().nullsLast(), t.movieId),
    index('movies_change').on(t.changeNo),
    // And are counted from the narrowest of these that holds all that they ask for: a film's row is some thirty times as wide.
    index('movies_counted')
      .on(t.movieType, t.movieId)
      .where(sql`active = 'Y'`),
    index('movies_lists')
      .on(
        sql`lower(${t.primaryLanguage})`,
        t.movieType,
        t.streamingStartDate,
        t.releaseDate,
        t.avgRating,
        t.movieId,
        t.primaryLanguage,
      )
      .where(sql`active = 'Y'`),
    // A short list of pending entries (kB): embedded PostgreSQL vacuums by night alone, and every search reads all of it.
    index('movies_search_text').using('gin', t.searchText.op('gin_trgm_ops')).with({ gin_pending_list_limit: 512 }),
    index('movies_search_sound').using('gin', t.searchSound.op('gin_trgm_ops')).with({ gin_pending_list_limit: 512 }),
    check('movies_active', sql`${t.active} in ('Y', 'N')`),
    check('movies_rate', sql`${t.ticketRate} >= 0`),
  ],
);

export const movieGenres = pgTable(
  'movie_genres',
  {
    movieId: integer('movie_id')
      .notNull()
      .references(() => movies.movieId, { onDelete: 'cascade' }),
    genreId: integer('genre_id')
      .notNull()
      .references(() => genres.genreId),
    active: text('active').notNull().default('Y'),
    ordering: integer('ordering').notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.movieId, t.genreId] }),
    // A genre's films are counted from this one and movies_counted.
    index('movie_genres_genre')
      .on(t.genreId, t.movieId)
      .where(sql`active = 'Y'`),
  ],
);

export const movieActors = pgTable(
  'movie_actors',
  {
    movieId: integer('movie_id')
      .notNull()
      .references(() => movies.movieId, { onDelete: 'cascade' }),
    ordering: integer('ordering').notNull(),
    actorName: text('actor_name').notNull(),
    actorRole: text('actor_role').notNull(),
    actorImage: text('actor_image'),
  },
  (t) => [primaryKey({ columns: [t.movieId, t.ordering] })],
);

export const collections = pgTable('collections', {
  collectionId: serial('collection_id').primaryKey(),
  name: text('name').notNull().unique(),
  ordering: integer('ordering').notNull().default(0),
  active: text('active').notNull().default('Y'),
  importDigest: text('import_digest'),
});

export const collectionMovies = pgTable(
  'collection_movies',
  {
    collectionId: integer('collection_id')
      .notNull()
      .references(() => collections.collectionId, { onDelete: 'cascade' }),
    movieId: integer('movie_id')
      .notNull()
      .references(() => movies.movieId, { onDelete: 'cascade' }),
    ordering: integer('ordering').notNull(),
  },
  (t) => [primaryKey({ columns: [t.collectionId, t.movieId] })],
);

export const contentPages = pgTable('content_pages', {
  name: text('name').primaryKey(),
  pageContent: text('page_content').notNull(),
});

// ---------- producer ----------

export const channels = pgTable('channels', {
  channelId: serial('channel_id').primaryKey(),
  channelName: text('channel_name').notNull(),
  channelImage: text('channel_image'),
  ownerId: integer('owner_id')
    .notNull()
    .references(() => users.userId, { onDelete: 'cascade' }),
  importRef: text('import_ref').unique(),
  importDigest: text('import_digest'),
  createdOn: createdOn(),
});

export const channelMovies = pgTable(
  'channel_movies',
  {
    channelId: integer('channel_id')
      .notNull()
      .references(() => channels.channelId, { onDelete: 'cascade' }),
    movieId: integer('movie_id')
      .notNull()
      .references(() => movies.movieId, { onDelete: 'cascade' }),
  },
  (t) => [primaryKey({ columns: [t.channelId, t.movieId] })],
);

// ---------- submission ----------

/** A picture that a maker sent, checked and made anew, kept apart from what is public until its film is accepted. */
export const submissionPosters = pgTable(
  'submission_posters',
  {
    /** Names the file under MEDIA_DIR/submissions. */
    posterKey: uuid('poster_key').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.userId, { onDelete: 'cascade' }),
    uploadedAt: instant('uploaded_at').notNull(),
  },
  (t) => [index('submission_posters_user').on(t.userId)],
);

/** What a maker said of a film beside what the catalogue knows of it: free text, as it was written (spec §5). */
export const submissions = pgTable(
  'submissions',
  {
    movieId: integer('movie_id')
      .primaryKey()
      .references(() => movies.movieId, { onDelete: 'cascade' }),
    userId: integer('user_id').references(() => users.userId, { onDelete: 'set null' }),
    /** Made with the draft: sent again, after a crash or by a second press, it is the same film. */
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
    posterKey: uuid('poster_key').references(() => submissionPosters.posterKey, { onDelete: 'set null' }),
    submittedAt: instant('submitted_at').notNull(),
  },
  (t) => [uniqueIndex('submissions_once').on(t.userId, t.draftKey)],
);

/** The way of a submitted film, step by step; each is told to its maker by mail, once. */
export const submissionSteps = pgTable(
  'submission_steps',
  {
    stepId: serial('step_id').primaryKey(),
    movieId: integer('movie_id')
      .notNull()
      .references(() => submissions.movieId, { onDelete: 'cascade' }),
    /** received, in_review, accepted, declined, scheduled, streaming */
    stage: text('stage').notNull(),
    at: instant('at').notNull(),
    /** Why it was declined; what the house wants to say. */
    note: text('note'),
    sentAt: instant('sent_at'),
    /** Set instead of sent when it cannot be sent. */
    droppedAt: instant('dropped_at'),
    tries: integer('tries').notNull().default(0),
    /** When it is to be sent; later after each failed try. */
    dueAt: instant('due_at').notNull(),
  },
  (t) => [
    uniqueIndex('submission_steps_once').on(t.movieId, t.stage),
    index('submission_steps_due')
      .on(t.dueAt)
      .where(sql`sent_at is null and dropped_at is null`),
  ],
);

// ---------- reviews ----------

export const reviews = pgTable(
  'reviews',
  {
    reviewId: serial('review_id').primaryKey(),
    movieId: integer('movie_id')
      .notNull()
      .references(() => movies.movieId, { onDelete: 'cascade' }),
    userId: integer('user_id')
      .notNull()
      .references(() => users.userId, { onDelete: 'cascade' }),
    rating: integer('rating').notNull(),
    reviewComments: text('review_comments').notNull(),
    /** Y, or N once its author took it back. */
    active: text('active').notNull().default('Y'),
    hasSpoilers: boolean('has_spoilers').notNull().default(false),
    /** Set by the operator: nobody but its author reads it, and it does not count. */
    hiddenAt: instant('hidden_at'),
    importDigest: text('import_digest'),
    createdOn: createdOn(),
  },
  (t) => [
    uniqueIndex('reviews_one_each').on(t.movieId, t.userId),
    index('reviews_newest').on(t.movieId, t.createdOn),
    index('reviews_author').on(t.userId),
    check('reviews_rating', sql`${t.rating} between 1 and 5`),
  ],
);

// ---------- booking, payments ----------

export const coupons = pgTable('coupons', {
  couponCode: text('coupon_code').primaryKey(),
  couponType: text('coupon_type').notNull(),
  /** PERCENTAGE: percent. FIXED: rupees. */
  couponValue: doublePrecision('coupon_value').notNull(),
  active: text('active').notNull().default('Y'),
  /** Usable from, and until (exclusive); null is no bound. */
  validFrom: instant('valid_from'),
  validUntil: instant('valid_until'),
  /** How many tickets it may discount in all, and per viewer; null is no limit. */
  totalLimit: integer('total_limit'),
  viewerLimit: integer('viewer_limit'),
  /** Films that it holds for; null is every film. */
  movieIds: integer('movie_ids').array(),
  /** One-time codes that were made together carry their batch's name. */
  batch: text('batch'),
  importDigest: text('import_digest'),
});

/**
 * A use of a limited coupon, taken when a payment begins and kept by the ticket; counted under the coupon's row lock, so that
 * no limit is passed whatever races. It is given back when the order is cancelled and nothing was captured.
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
  },
  (t) => [index('coupon_uses_coupon').on(t.couponCode, t.userId)],
);

export const orders = pgTable(
  'orders',
  {
    movieOrderId: serial('movie_order_id').primaryKey(),
    orderNo: text('order_no').notNull().unique(),
    userId: integer('user_id').references(() => users.userId, { onDelete: 'set null' }),
    movieId: integer('movie_id')
      .notNull()
      .references(() => movies.movieId),
    /** What the viewer chose; a payment that comes later moves it to its own moment. */
    bookingStartTime: instant('booking_start_time').notNull(),
    bookingEndTime: instant('booking_end_time').notNull(),
    /** The hour that was chosen; later than the payment, the ticket begins then. Null for "Now", which waits for the payment. */
    chosenStartTime: instant('chosen_start_time'),
    timezone: text('timezone').notNull(),
    unitPrice: paise('unit_price').notNull(),
    couponCode: text('coupon_code'),
    discountType: text('discount_type'),
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
    paymentStatus: text('payment_status').notNull(),
    paymentTransactionNo: text('payment_transaction_no'),
    paidAt: instant('paid_at'),
    /** When the money was on its way back and the ticket ended. */
    refundedAt: instant('refunded_at'),
    /** The house's share of the sale as it was agreed when the ticket was paid; null for what was imported. */
    platformSharePercent: doublePrecision('platform_share_percent'),
    /** The buyer's State as GST's two digits, confirmed by the buyer; or the country (ISO 3166) of a buyer abroad. */
    buyerState: text('buyer_state'),
    buyerCountry: text('buyer_country'),
    /** Raised by every reschedule: the calendar entry's SEQUENCE. */
    calendarSequence: integer('calendar_sequence').notNull().default(0),
    orderCountry: text('order_country'),
    latitude: doublePrecision('latitude'),
    longitude: doublePrecision('longitude'),
    orderSource: text('order_source').notNull().default('WEB'),
    importRef: text('import_ref').unique(),
  },
  (t) => [
    index('orders_viewer').on(t.userId, t.movieId),
    // The order of the producer's list and export, and its place to go on from.
    index('orders_movie').on(t.movieId, t.orderDate, t.movieOrderId),
    index('orders_paid').on(t.movieId, t.paidAt),
    // One open order per viewer and movie (api.md): the database refuses a second, whatever races.
    uniqueIndex('orders_one_open')
      .on(t.userId, t.movieId)
      .where(sql`payment_status in ('NEW', 'PROCESSING')`),
    check('orders_status', sql`${t.paymentStatus} in ('NEW', 'PROCESSING', 'PAID', 'CANCELLED', 'REFUNDED')`),
  ],
);

/** What a film maker pays for a film to be looked at. One fee serves one film. */
export const submissionFees = pgTable(
  'submission_fees',
  {
    feeId: serial('fee_id').primaryKey(),
    feeNo: text('fee_no').notNull().unique(),
    userId: integer('user_id').references(() => users.userId, { onDelete: 'set null' }),
    /** The rupees that the maker entered, in paise; PayPal charges its own fixed sum for it (spec §9). */
    amount: paise('amount').notNull(),
    paymentStatus: text('payment_status').notNull().default('NEW'),
    paymentMode: text('payment_mode'),
    paymentTransactionNo: text('payment_transaction_no'),
    createdAt: instant('created_at').notNull(),
    paidAt: instant('paid_at'),
    refundedAt: instant('refunded_at'),
  },
  (t) => [
    index('submission_fees_user').on(t.userId),
    check('submission_fees_status', sql`${t.paymentStatus} in ('NEW', 'PROCESSING', 'PAID', 'CANCELLED', 'REFUNDED')`),
    check('submission_fees_amount', sql`${t.amount} > 0`),
  ],
);

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

// ---------- paper ----------

/** The last number of each series (`T2627`, `C2627`); its row is held by the transaction that takes the next. */
export const invoiceSeries = pgTable('invoice_series', {
  series: text('series').primaryKey(),
  lastNumber: integer('last_number').notNull(),
});

/** A paper as it was issued; never changed. A ticket has at most one invoice and one credit note. */
export const invoices = pgTable(
  'invoices',
  {
    invoiceNo: text('invoice_no').primaryKey(),
    kind: text('kind').notNull(),
    movieOrderId: integer('movie_order_id')
      .notNull()
      .references(() => orders.movieOrderId),
    issuedAt: instant('issued_at').notNull(),
    document: jsonb('document').notNull(),
  },
  (t) => [uniqueIndex('invoices_one_each').on(t.movieOrderId, t.kind)],
);

/** What a viewer is to be told of a ticket, when; written with the ticket, sent once. */
export const ticketMails = pgTable(
  'ticket_mails',
  {
    ticketMailId: serial('ticket_mail_id').primaryKey(),
    movieOrderId: integer('movie_order_id')
      .notNull()
      .references(() => orders.movieOrderId),
    /** ticket, rescheduled, extended, refunded, reminder_60, reminder_10 */
    kind: text('kind').notNull(),
    sequence: integer('sequence').notNull().default(0),
    dueAt: instant('due_at').notNull(),
    sentAt: instant('sent_at'),
    /** Set instead of sent when it no longer applies or cannot be sent. */
    droppedAt: instant('dropped_at'),
    tries: integer('tries').notNull().default(0),
  },
  (t) => [
    uniqueIndex('ticket_mails_once').on(t.movieOrderId, t.kind, t.sequence),
    index('ticket_mails_due')
      .on(t.dueAt)
      .where(sql`sent_at is null and dropped_at is null`),
  ],
);

// ---------- playback ----------

export const playbackSessions = pgTable(
  'playback_sessions',
  {
    sessionId: uuid('session_id').primaryKey(),
    movieOrderId: integer('movie_order_id')
      .notNull()
      .references(() => orders.movieOrderId),
    userId: integer('user_id')
      .notNull()
      .references(() => users.userId, { onDelete: 'cascade' }),
    movieId: integer('movie_id')
      .notNull()
      .references(() => movies.movieId),
    packageId: integer('package_id')
      .notNull()
      .references(() => packages.packageId),
    startedAt: instant('started_at').notNull(),
    /** After this nothing plays, however the session is kept alive. */
    endsAt: instant('ends_at').notNull(),
    replacedAt: instant('replaced_at'),
    keyMinute: instant('key_minute'),
    keyCount: integer('key_count').notNull().default(0),
  },
  (t) => [index('playback_sessions_order').on(t.movieOrderId)],
);

export const moviePlays = pgTable(
  'movie_plays',
  {
    moviePlayId: serial('movie_play_id').primaryKey(),
    movieId: integer('movie_id')
      .notNull()
      .references(() => movies.movieId),
    userId: integer('user_id')
      .notNull()
      .references(() => users.userId, { onDelete: 'cascade' }),
    movieOrderId: integer('movie_order_id').references(() => orders.movieOrderId),
    playStartTime: instant('play_start_time').notNull(),
    playEndTime: instant('play_end_time'),
    /** Minutes into the film, decimals kept. */
    playSeekTime: doublePrecision('play_seek_time').notNull().default(0),
    deviceType: text('device_type'),
    deviceName: text('device_name'),
    ipAddress: text('ip_address'),
  },
  (t) => [
    index('movie_plays_viewer').on(t.userId, t.movieId),
    index('movie_plays_film').on(t.movieId, t.playStartTime),
  ],
);

// ---------- mechanics ----------

export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    /** Whose key it is: keys of two callers never meet. */
    caller: text('caller').notNull(),
    key: text('key').notNull(),
    requestHash: text('request_hash').notNull(),
    status: integer('status'),
    reply: jsonb('reply'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.caller, t.key] })],
);

/** What operators did, one row for each command that changes something; never changed but for how it ended. */
export const auditLog = pgTable(
  'audit_log',
  {
    auditId: serial('audit_id').primaryKey(),
    at: instant('at').notNull(),
    /** `asha@till-1`: the account on the machine where the command was given. */
    who: text('who').notNull(),
    /** `movie price` */
    command: text('command').notNull(),
    /** As they were given; secrets, numbers and addresses masked. */
    args: jsonb('args').notNull(),
    /** begun (work that a kill left there stays so), done, partly, refused */
    outcome: text('outcome').notNull(),
    /** What was said of it, where there is more to say than the changes. */
    said: text('said'),
    /** What was before and after in each thing that changed. */
    changes: jsonb('changes').notNull(),
    endedAt: instant('ended_at'),
  },
  (t) => [index('audit_log_at').on(t.at), index('audit_log_command').on(t.command, t.at)],
);

/** What the house remembers of itself: the cursor a rebuild reached, the day the sample came in. */
export const houseState = pgTable('house_state', { name: text('name').primaryKey(), value: text('value').notNull() });

/** rate-limiter-flexible's own shape: shared by all processes. */
export const rateLimits = pgTable('rate_limits', {
  key: text('key').primaryKey(),
  points: integer('points').notNull().default(0),
  expire: bigint('expire', { mode: 'number' }),
});

/** Films that left the catalogue, for rebuilds and for 410. */
export const removedMovies = pgTable('removed_movies', {
  movieKey: text('movie_key').primaryKey(),
  changeNo: bigint('change_no', { mode: 'number' })
    .notNull()
    .default(sql`nextval('catalogue_change')`),
});
