import { and, eq, gt, isNull, lte, sql } from 'drizzle-orm';
import type { Db } from '../../db/open.ts';
import { otps, refreshTokens, users } from '../../db/schema.ts';

export type OtpRow = typeof otps.$inferInsert;

/** A new code takes the old one's place; false when the old one was sent after `notSince`. One statement, so that two requests send one code. */
export const putOtp = async (db: Db, row: OtpRow, notSince: Date) =>
  (
    await db
      .insert(otps)
      .values(row)
      .onConflictDoUpdate({
        target: otps.destination,
        set: { ...row, verified: false },
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

/** Uses a code up; false when another sign-in was faster. */
export const consumeOtp = async (db: Db, destination: string, codeHash: string) =>
  (
    await db
      .delete(otps)
      .where(and(eq(otps.destination, destination), eq(otps.codeHash, codeHash)))
      .returning()
  ).length > 0;

export const findUserByMobile = async (db: Db, dialCode: string, mobile: string) =>
  (
    await db
      .select()
      .from(users)
      .where(and(eq(users.dialCode, dialCode), eq(users.mobile, mobile)))
  )[0];

export async function findOrAddUser(db: Db, dialCode: string, mobile: string, now: Date) {
  await db.insert(users).values({ dialCode, mobile, createdOn: now }).onConflictDoNothing();
  return (await findUserByMobile(db, dialCode, mobile))!;
}

export const findUser = async (db: Db, userId: number) =>
  (await db.select().from(users).where(eq(users.userId, userId)))[0];

export type RefreshRow = typeof refreshTokens.$inferInsert;
export const addRefreshToken = (db: Db, row: RefreshRow) => db.insert(refreshTokens).values(row);

export const findRefreshToken = async (db: Db, tokenHash: string) =>
  (await db.select().from(refreshTokens).where(eq(refreshTokens.tokenHash, tokenHash)))[0];

/** Marks a token as rotated; false when another call rotated it first. */
export const markRotated = async (db: Db, tokenHash: string, now: Date) =>
  (
    await db
      .update(refreshTokens)
      .set({ rotatedAt: now })
      .where(and(eq(refreshTokens.tokenHash, tokenHash), isNull(refreshTokens.rotatedAt)))
      .returning()
  ).length > 0;

export const revokeFamily = (db: Db, familyId: string, now: Date) =>
  db
    .update(refreshTokens)
    .set({ revokedAt: now })
    .where(and(eq(refreshTokens.familyId, familyId), isNull(refreshTokens.revokedAt)));
