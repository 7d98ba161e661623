import { sql } from 'drizzle-orm';
import {
  boolean,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  serial,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { SOCIAL_PROVIDERS } from '#domain/roles.ts';
import { cascadingReference, createdOn, enumChecks, instant, textList } from '../columns.ts';

/** Of users: name, e-mail address and mobile number, with a space on both sides of each word. */
export const userSearchText = sql`lower(' ' || coalesce(first_name, '') || ' ' || coalesce(last_name, '') || ' ' || coalesce(email_id, '') || ' ' || coalesce(dial_code, '') || coalesce(mobile, '') || ' ')`;

export const users = pgTable(
  'users',
  {
    userId: serial('user_id').primaryKey(),
    dialCode: text('dial_code'),
    mobile: text('mobile'),
    /** Set when a code verified the number. Only a verified number is unique and can sign in. */
    mobileVerifiedAt: instant('mobile_verified_at'),
    emailId: text('email_id'),
    firstName: text('first_name'),
    lastName: text('last_name'),
    gender: integer('gender'),
    roles: textList('roles'),
    passwordHash: text('password_hash'),
    firstLogin: boolean('first_login').notNull().default(true),
    ipAddress: text('ip_address'),
    timezone: text('timezone'),
    latitude: doublePrecision('latitude'),
    longitude: doublePrecision('longitude'),
    placeName: text('place_name'),
    reminders: boolean('reminders').notNull().default(true),
    languages: textList('languages'),
    /**
     * Set when a code or the mailbox provider verified the address. Only a verified address is
     * unique and can sign in.
     */
    emailVerifiedAt: instant('email_verified_at'),
    importRef: text('import_ref').unique(),
    importDigest: text('import_digest'),
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
    index('users_search')
      .using('gin', sql`(${userSearchText}) gin_trgm_ops`)
      .with({ gin_pending_list_limit: 512 }),
    index('users_created').on(t.createdOn),
    index('users_producers')
      .on(t.userId)
      .where(sql`'Producer' = any(roles)`),
    index('users_blocked')
      .on(t.userId)
      .where(sql`blocked_at is not null`),
  ],
);

/** A person's identity at Google or Facebook: the provider's subject, never the e-mail address. */
export const socialAccounts = pgTable(
  'social_accounts',
  {
    provider: text('provider', { enum: SOCIAL_PROVIDERS }).notNull(),
    subject: text('subject').notNull(),
    userId: cascadingReference('user_id', () => users.userId),
    createdOn: createdOn(),
  },
  (t) => [
    primaryKey({ columns: [t.provider, t.subject] }),
    index('social_accounts_user').on(t.userId),
    ...enumChecks(t),
  ],
);
