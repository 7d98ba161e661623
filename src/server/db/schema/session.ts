import { boolean, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdOn, instant } from '../columns.ts';
import { users } from './accounts.ts';

/** The last code of each destination: a new one takes the old one's row. A code that was used has no hash any more. */
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

/** Tokens of providers that have signed somebody in, until they expire of themselves: each signs in once. */
export const usedSocialTokens = pgTable('used_social_tokens', {
  tokenHash: text('token_hash').primaryKey(),
  expiresAt: instant('expires_at').notNull(),
});
