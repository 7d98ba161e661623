import { boolean, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { cascadingReference, createdOn, instant } from '../columns.ts';
import { users } from './accounts.ts';

/** The last code of each destination. A used code has an empty hash. */
export const otps = pgTable('otps', {
  destination: text('destination').primaryKey(),
  codeHash: text('code_hash').notNull(),
  sentAt: instant('sent_at').notNull(),
  expiresAt: instant('expires_at').notNull(),
  triesLeft: integer('tries_left').notNull(),
  /** Whether the code was entered correctly before, so that a code counts once in the ratio of verified codes. */
  verified: boolean('verified').notNull().default(false),
  dialCode: text('dial_code').notNull(),
  /** The number from a sign-up by e-mail; copied to the new account, unverified. */
  mobile: text('mobile'),
});

/** One sign-in on one device. User tokens carry its id (`sid`) and are invalid after its end. */
export const sessions = pgTable(
  'sessions',
  {
    sessionId: uuid('session_id').primaryKey(),
    userId: cascadingReference('user_id', () => users.userId),
    createdOn: createdOn(),
    lastSeenOn: instant('last_seen_on').notNull().defaultNow(),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    revokedAt: instant('revoked_at'),
  },
  (t) => [index('sessions_user').on(t.userId)],
);

export const refreshTokens = pgTable(
  'refresh_tokens',
  {
    tokenHash: text('token_hash').primaryKey(),
    familyId: uuid('family_id')
      .notNull()
      .references(() => sessions.sessionId, { onDelete: 'cascade' }),
    userId: cascadingReference('user_id', () => users.userId),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    rotatedAt: instant('rotated_at'),
  },
  (t) => [index('refresh_tokens_family').on(t.familyId)],
);

/** Used sign-in tokens of social providers, kept until they expire: each signs in once. */
export const usedSocialTokens = pgTable('used_social_tokens', {
  tokenHash: text('token_hash').primaryKey(),
  expiresAt: instant('expires_at').notNull(),
});
