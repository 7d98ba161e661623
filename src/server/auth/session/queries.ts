import { and, desc, eq, gt, isNotNull, isNull, lte, ne, sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { users } from '../../db/schema/accounts.ts';
import { otps, refreshTokens, sessions } from '../../db/schema/session.ts';
import type { Identity, ProvidedNumber } from './identity.ts';

type OtpRow = typeof otps.$inferInsert;
export type UserRow = typeof users.$inferSelect;

/**
 * Without a value: the one that was stored with the previous code, if that code has not expired.
 */
const orPreviousValue = (column: typeof otps.mobile | typeof otps.dialCode, value: string | null) =>
  value ||
  sql`case when ${otps.expiresAt} > excluded.sent_at then ${column} else excluded.${sql.identifier(column.name)} end`;

/**
 * Replaces the code; false if the old one was sent after `sentBefore`. One statement, so two
 * requests send one code.
 */
export const replaceOtp = async (db: Db, row: OtpRow, sentBefore: Date) =>
  (
    await db
      .insert(otps)
      .values(row)
      .onConflictDoUpdate({
        target: otps.destination,
        set: {
          ...row,
          verified: false,
          dialCode: orPreviousValue(otps.dialCode, row.dialCode),
          mobile: orPreviousValue(otps.mobile, row.mobile ?? null),
        },
        setWhere: lte(otps.sentAt, sentBefore),
      })
      .returning()
  ).length > 0;

export const findOtp = async (db: Db, destination: string) =>
  (await db.select().from(otps).where(eq(otps.destination, destination)))[0];

export const deleteOtp = (db: Db, destination: string) =>
  db.delete(otps).where(eq(otps.destination, destination));

/**
 * Undefined if no try is left. One statement, so that concurrent guesses cannot exceed five tries.
 */
export const consumeTry = async (db: Db, destination: string, now: Date) =>
  (
    await db
      .update(otps)
      .set({ triesLeft: sql`${otps.triesLeft} - 1` })
      .where(and(eq(otps.destination, destination), gt(otps.triesLeft, 0), gt(otps.expiresAt, now)))
      .returning()
  )[0];

/** Gives the try back: a correct guess costs no try. */
export const markVerified = (db: Db, destination: string) =>
  db
    .update(otps)
    .set({ verified: true, triesLeft: sql`${otps.triesLeft} + 1` })
    .where(eq(otps.destination, destination));

/** No code has this hash. The row stays until it expires, because `sentAt` limits the next code. */
const INVALIDATED_CODE = { codeHash: '', triesLeft: 0, dialCode: '', mobile: null };

export const consumeOtp = async (db: Db, destination: string, codeHash: string) =>
  (
    await db
      .update(otps)
      .set(INVALIDATED_CODE)
      .where(and(eq(otps.destination, destination), eq(otps.codeHash, codeHash)))
      .returning()
  ).length > 0;

export const invalidateOtp = (db: Db, destination: string) =>
  db.update(otps).set(INVALIDATED_CODE).where(eq(otps.destination, destination));

export async function findByIdentity(db: Db, identity: Identity): Promise<UserRow | undefined> {
  const isVerified =
    identity.kind === 'mobile'
      ? and(
          eq(users.dialCode, identity.dialCode),
          eq(users.mobile, identity.mobile),
          isNotNull(users.mobileVerifiedAt),
        )
      : and(
          eq(sql`lower(${users.emailId})`, identity.destination),
          isNotNull(users.emailVerifiedAt),
        );
  return (await db.select().from(users).where(isVerified))[0];
}

/** Call only after a correct code. A number sent with an e-mail address stays unverified. */
export async function findOrAddUser({
  db,
  identity,
  number,
  now,
}: {
  db: Db;
  identity: Identity;
  number: ProvidedNumber;
  now: Date;
}): Promise<UserRow> {
  const identityFields =
    identity.kind === 'mobile'
      ? { dialCode: identity.dialCode, mobile: identity.mobile, mobileVerifiedAt: now }
      : {
          dialCode: (number.mobile && number.dialCode) || null,
          mobile: number.mobile || null,
          emailId: identity.destination,
          emailVerifiedAt: now,
        };
  const existing = await findByIdentity(db, identity);
  if (existing) return existing;
  await db
    .insert(users)
    .values({ ...identityFields, createdOn: now })
    .onConflictDoNothing();
  return (await findByIdentity(db, identity))!;
}

export const findUser = async (db: Db, userId: number): Promise<UserRow | undefined> =>
  (await db.select().from(users).where(eq(users.userId, userId)))[0];

export const changeUser = async (db: Db, userId: number, change: Partial<UserRow>) =>
  (await db.update(users).set(change).where(eq(users.userId, userId)).returning())[0];

/** False if the password has changed since the user was read. */
export const changePassword = async (
  db: Db,
  { userId, passwordHash: old }: UserRow,
  passwordHash: string,
) =>
  (
    await db
      .update(users)
      .set({ passwordHash })
      .where(
        and(
          eq(users.userId, userId),
          old === null ? isNull(users.passwordHash) : eq(users.passwordHash, old),
        ),
      )
      .returning({ userId: users.userId })
  ).length > 0;

export type SessionRow = typeof sessions.$inferSelect;
type RefreshRow = typeof refreshTokens.$inferInsert;

/** False for a blocked person. Locks the person, so that blocking cannot overlap a sign-in. */
export const addSession = (
  db: Db,
  session: typeof sessions.$inferInsert,
  token: RefreshRow,
): Promise<boolean> =>
  db.transaction(async (tx) => {
    const person = tx
      .select({ blockedAt: users.blockedAt })
      .from(users)
      .where(eq(users.userId, session.userId));
    if ((await person.for('share'))[0]?.blockedAt) return false;
    await tx.insert(sessions).values(session);
    await tx.insert(refreshTokens).values(token);
    return true;
  });

const selectRefreshToken = (db: Db, tokenHash: string) =>
  db
    .select({ token: refreshTokens, revokedAt: sessions.revokedAt })
    .from(refreshTokens)
    .innerJoin(sessions, eq(sessions.sessionId, refreshTokens.familyId))
    .where(eq(refreshTokens.tokenHash, tokenHash));

export const findRefreshToken = async (db: Db, tokenHash: string) =>
  (await selectRefreshToken(db, tokenHash))[0];

export const findTokenAndLockSession = async (tx: Db, tokenHash: string) =>
  (await selectRefreshToken(tx, tokenHash).for('no key update', { of: sessions }))[0];

export const markRotated = (tx: Db, tokenHash: string, now: Date) =>
  tx.update(refreshTokens).set({ rotatedAt: now }).where(eq(refreshTokens.tokenHash, tokenHash));

/** Does nothing if a second tab has already added the same token. */
export const addNextToken = (db: Db, row: RefreshRow) =>
  db.insert(refreshTokens).values(row).onConflictDoNothing();

export const updateLastSeen = (db: Db, sessionId: string, { ip, now }: { ip: string; now: Date }) =>
  db
    .update(sessions)
    .set({ lastSeenOn: now, ipAddress: ip })
    .where(eq(sessions.sessionId, sessionId));

export const isActiveSessionOf = (userId: number) =>
  and(eq(sessions.userId, userId), isNull(sessions.revokedAt));

export const listSessions = (db: Db, userId: number, seenSince: Date): Promise<SessionRow[]> =>
  db
    .select()
    .from(sessions)
    .where(and(isActiveSessionOf(userId), gt(sessions.lastSeenOn, seenSince)))
    .orderBy(desc(sessions.createdOn));

export const revokeSession = async ({
  db,
  userId,
  sessionId,
  now,
}: {
  db: Db;
  userId: number;
  sessionId: string;
  now: Date;
}) =>
  (
    await db
      .update(sessions)
      .set({ revokedAt: now })
      .where(and(isActiveSessionOf(userId), eq(sessions.sessionId, sessionId)))
      .returning({ sessionId: sessions.sessionId })
  ).length > 0;

export const revokeSessionsExcept = ({
  db,
  userId,
  exceptSessionId,
  now,
}: {
  db: Db;
  userId: number;
  exceptSessionId: string | undefined;
  now: Date;
}) =>
  db
    .update(sessions)
    .set({ revokedAt: now })
    .where(
      and(
        isActiveSessionOf(userId),
        exceptSessionId ? ne(sessions.sessionId, exceptSessionId) : undefined,
      ),
    );
