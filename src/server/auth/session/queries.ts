import { and, desc, eq, gt, isNotNull, isNull, lte, ne, sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { users } from '../../db/schema/accounts.ts';
import { otps, refreshTokens, sessions } from '../../db/schema/session.ts';
import type { GivenNumber } from './otp.ts';
import type { Identity } from './username.ts';

export type OtpRow = typeof otps.$inferInsert;
export type UserRow = typeof users.$inferSelect;

/** A number given at sign-up outlives the code it came with, as long as that code could still be used. */
const kept = (column: typeof otps.mobile | typeof otps.dialCode, given: string | null) =>
  given ||
  sql`case when ${otps.expiresAt} > excluded.sent_at then ${column} else excluded.${sql.identifier(column.name)} end`;

/** A new code takes the old one's place; false when the old one was sent after `notSince`. One statement, so that two requests send one code. */
export const putOtp = async (db: Db, row: OtpRow, notSince: Date) =>
  (
    await db
      .insert(otps)
      .values(row)
      .onConflictDoUpdate({
        target: otps.destination,
        set: {
          ...row,
          verified: false,
          dialCode: kept(otps.dialCode, row.dialCode),
          mobile: kept(otps.mobile, row.mobile ?? null),
        },
        setWhere: lte(otps.sentAt, notSince),
      })
      .returning()
  ).length > 0;

export const findOtp = async (db: Db, destination: string) =>
  (await db.select().from(otps).where(eq(otps.destination, destination)))[0];

export const dropOtp = (db: Db, destination: string) => db.delete(otps).where(eq(otps.destination, destination));

/** Takes one try of a living code; undefined when none is left. One statement, so that a thousand racing guesses get five tries. */
export const takeTry = async (db: Db, destination: string, now: Date) =>
  (
    await db
      .update(otps)
      .set({ triesLeft: sql`${otps.triesLeft} - 1` })
      .where(and(eq(otps.destination, destination), gt(otps.triesLeft, 0), gt(otps.expiresAt, now)))
      .returning()
  )[0];

/** A right guess costs no try. */
export const markVerified = (db: Db, destination: string) =>
  db
    .update(otps)
    .set({ verified: true, triesLeft: sql`${otps.triesLeft} + 1` })
    .where(eq(otps.destination, destination));

/** No code has this hash. The row stays until it expires, so that the time of the last sending is known. */
const ENDED = { codeHash: '', triesLeft: 0, dialCode: '', mobile: null };

/** Uses a code up; false when another sign-in was faster. */
export const consumeOtp = async (db: Db, destination: string, codeHash: string) =>
  (
    await db
      .update(otps)
      .set(ENDED)
      .where(and(eq(otps.destination, destination), eq(otps.codeHash, codeHash)))
      .returning()
  ).length > 0;

/** Ends the code of a destination, whatever it is. */
export const endOtp = (db: Db, destination: string) =>
  db.update(otps).set(ENDED).where(eq(otps.destination, destination));

/** The one account whose person has proved this number or address. */
export async function findByIdentity(db: Db, identity: Identity): Promise<UserRow | undefined> {
  const proved =
    identity.kind === 'mobile'
      ? and(eq(users.dialCode, identity.dialCode), eq(users.mobile, identity.mobile), isNotNull(users.mobileVerifiedAt))
      : and(eq(sql`lower(${users.emailId})`, identity.destination), isNotNull(users.emailVerifiedAt));
  return (await db.select().from(users).where(proved))[0];
}

/** The account of somebody whose code was right just now; a new one when there is none. A number given with an e-mail stays unproved. */
export async function findOrAddUser(db: Db, identity: Identity, given: GivenNumber, now: Date): Promise<UserRow> {
  const proof =
    identity.kind === 'mobile'
      ? { dialCode: identity.dialCode, mobile: identity.mobile, mobileVerifiedAt: now }
      : {
          dialCode: (given.mobile && given.dialCode) || null,
          mobile: given.mobile || null,
          emailId: identity.destination,
          emailVerifiedAt: now,
        };
  const known = await findByIdentity(db, identity);
  if (known) return known;
  await db
    .insert(users)
    .values({ ...proof, createdOn: now })
    .onConflictDoNothing();
  return (await findByIdentity(db, identity))!;
}

export const findUser = async (db: Db, userId: number): Promise<UserRow | undefined> =>
  (await db.select().from(users).where(eq(users.userId, userId)))[0];

/** Puts a password in the place of the one that was read; false when it changed meanwhile. */
export const changePassword = async (db: Db, { userId, passwordHash: old }: UserRow, passwordHash: string) =>
  (
    await db
      .update(users)
      .set({ passwordHash })
      .where(and(eq(users.userId, userId), old === null ? isNull(users.passwordHash) : eq(users.passwordHash, old)))
      .returning({ userId: users.userId })
  ).length > 0;

// ---------- sessions and their refresh tokens ----------

export type SessionRow = typeof sessions.$inferSelect;
export type RefreshRow = typeof refreshTokens.$inferInsert;

/** False for a person who is blocked: held meanwhile, so that nobody is blocked and signed in at once. */
export const addSession = (db: Db, session: typeof sessions.$inferInsert, token: RefreshRow): Promise<boolean> =>
  db.transaction(async (tx) => {
    const person = tx.select({ blockedAt: users.blockedAt }).from(users).where(eq(users.userId, session.userId));
    if ((await person.for('share'))[0]?.blockedAt) return false;
    await tx.insert(sessions).values(session);
    await tx.insert(refreshTokens).values(token);
    return true;
  });

const refreshToken = (db: Db, tokenHash: string) =>
  db
    .select({ token: refreshTokens, revokedAt: sessions.revokedAt })
    .from(refreshTokens)
    .innerJoin(sessions, eq(sessions.sessionId, refreshTokens.familyId))
    .where(eq(refreshTokens.tokenHash, tokenHash));

export const findRefreshToken = async (db: Db, tokenHash: string) => (await refreshToken(db, tokenHash))[0];

/** With its session's row held to the end of the transaction. */
export const lockRefreshToken = async (tx: Db, tokenHash: string) =>
  (await refreshToken(tx, tokenHash).for('no key update', { of: sessions }))[0];

export const markRotated = (tx: Db, tokenHash: string, now: Date) =>
  tx.update(refreshTokens).set({ rotatedAt: now }).where(eq(refreshTokens.tokenHash, tokenHash));

/** The token that follows; of two tabs, the second finds it there. */
export const addNextToken = (db: Db, row: RefreshRow) => db.insert(refreshTokens).values(row).onConflictDoNothing();

export const noteSeen = (db: Db, sessionId: string, { ip, now }: { ip: string; now: Date }) =>
  db.update(sessions).set({ lastSeenOn: now, ipAddress: ip }).where(eq(sessions.sessionId, sessionId));

const living = (userId: number) => and(eq(sessions.userId, userId), isNull(sessions.revokedAt));

export const listSessions = (db: Db, userId: number, seenSince: Date): Promise<SessionRow[]> =>
  db
    .select()
    .from(sessions)
    .where(and(living(userId), gt(sessions.lastSeenOn, seenSince)))
    .orderBy(desc(sessions.createdOn));

/** Ends one session of a person; false when they have no such session. */
export const revokeSession = async (db: Db, userId: number, sessionId: string, now: Date) =>
  (
    await db
      .update(sessions)
      .set({ revokedAt: now })
      .where(and(living(userId), eq(sessions.sessionId, sessionId)))
      .returning({ sessionId: sessions.sessionId })
  ).length > 0;

/** Ends every session of a person but one. */
export const revokeOthers = (db: Db, userId: number, kept: string | undefined, now: Date) =>
  db
    .update(sessions)
    .set({ revokedAt: now })
    .where(and(living(userId), kept ? ne(sessions.sessionId, kept) : undefined));
