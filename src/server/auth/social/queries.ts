import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { socialAccounts, users } from '../../db/schema/accounts.ts';
import { usedSocialTokens } from '../../db/schema/session.ts';

export type Provider = 'google' | 'facebook';
export interface Subject {
  provider: Provider;
  subject: string;
}
export type NewSocialUser = Pick<
  typeof users.$inferInsert,
  'firstName' | 'lastName' | 'emailId' | 'emailVerifiedAt' | 'createdOn'
>;

/** Until the transaction ends, nobody else makes an account for this person. */
export const holdSubject = (tx: Db, { provider, subject }: Subject) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtext(${provider}), hashtext(${subject}))`);

/** Uses a token up; false when it has signed somebody in before. */
export const useToken = async (tx: Db, tokenHash: string, expiresAt: Date) =>
  (await tx.insert(usedSocialTokens).values({ tokenHash, expiresAt }).onConflictDoNothing().returning()).length > 0;

export const findSocialUser = async (tx: Db, { provider, subject }: Subject) =>
  (
    await tx
      .select({ user: users })
      .from(socialAccounts)
      .innerJoin(users, eq(users.userId, socialAccounts.userId))
      .where(and(eq(socialAccounts.provider, provider), eq(socialAccounts.subject, subject)))
  )[0]?.user;

/** The one account that has proved this address. */
export const findUserByProvenEmail = async (tx: Db, email: string) =>
  (
    await tx
      .select()
      .from(users)
      .where(and(eq(sql`lower(${users.emailId})`, email.toLowerCase()), isNotNull(users.emailVerifiedAt)))
  )[0];

/** Undefined when somebody else proved the address in the same moment. */
export const addSocialUser = async (tx: Db, row: NewSocialUser) =>
  (await tx.insert(users).values(row).onConflictDoNothing().returning())[0];

export const linkSubject = (tx: Db, { provider, subject }: Subject, userId: number, now: Date) =>
  tx.insert(socialAccounts).values({ provider, subject, userId, createdOn: now });
