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
  /**
   * Whether the code was entered correctly before, so that a code counts once in the ratio of
   * verified codes.
   */
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
    /** Given at the sign-in; otherwise the user agent names the device. */
    deviceName: text('device_name'),
    /** A film that the viewer chose on the phone for this television. */
    requestedMovieId: integer('requested_movie_id'),
    requestedAt: instant('requested_at'),
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

/** Televisions that wait for a viewer (RFC 8628). A row is deleted when its tokens are issued. */
export const deviceAuthorizations = pgTable(
  'device_authorizations',
  {
    deviceCodeHash: text('device_code_hash').primaryKey(),
    userCodeHash: text('user_code_hash').notNull().unique(),
    /** Of a television. Null: another browser of the viewer, which was confirmed at once. */
    deviceName: text('device_name'),
    createdOn: createdOn(),
    expiresAt: instant('expires_at').notNull(),
    polledAt: instant('polled_at'),
    intervalSeconds: integer('interval_seconds').notNull(),
    /** The viewer who confirmed the code. */
    userId: integer('user_id').references(() => users.userId, { onDelete: 'cascade' }),
    deniedAt: instant('denied_at'),
  },
  (t) => [index('device_authorizations_user').on(t.userId)],
);

/** Used sign-in tokens of social providers, kept until they expire: each signs in once. */
export const usedSocialTokens = pgTable('used_social_tokens', {
  tokenHash: text('token_hash').primaryKey(),
  expiresAt: instant('expires_at').notNull(),
});
