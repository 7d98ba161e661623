import { and, eq, sql } from 'drizzle-orm';
import type { SocialProvider } from '#domain/roles.ts';
import type { Db } from '../../db/database.ts';
import { socialAccounts, users } from '../../db/schema/accounts.ts';
import { usedSocialTokens } from '../../db/schema/session.ts';

interface SocialIdentity {
  provider: SocialProvider;
  subject: string;
}

/** Prevents a second account for this person until the transaction ends. */
export const lockSubject = (tx: Db, { provider, subject }: SocialIdentity) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtext(${provider}), hashtext(${subject}))`);

export const markTokenUsed = async (tx: Db, tokenHash: string, expiresAt: Date) =>
  (
    await tx
      .insert(usedSocialTokens)
      .values({ tokenHash, expiresAt })
      .onConflictDoNothing()
      .returning()
  ).length > 0;

export const findSocialUser = async (tx: Db, { provider, subject }: SocialIdentity) =>
  (
    await tx
      .select({ user: users })
      .from(socialAccounts)
      .innerJoin(users, eq(users.userId, socialAccounts.userId))
      .where(and(eq(socialAccounts.provider, provider), eq(socialAccounts.subject, subject)))
  )[0]?.user;

/** Undefined if another account verified the address at the same time. */
export const addSocialUser = async (tx: Db, row: typeof users.$inferInsert) =>
  (await tx.insert(users).values(row).onConflictDoNothing().returning())[0];

export const linkSubject = (
  tx: Db,
  {
    socialIdentity: { provider, subject },
    userId,
    now,
  }: { socialIdentity: SocialIdentity; userId: number; now: Date },
) => tx.insert(socialAccounts).values({ provider, subject, userId, createdOn: now });
