import { and, desc, eq, getTableColumns, gt, inArray, isNull, lt, sql } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { officeJobs, officeMembers, officeSessions } from '../db/schema/office.ts';

export type MemberRow = typeof officeMembers.$inferSelect;
export type JobRow = typeof officeJobs.$inferSelect;

// PostgreSQL and JavaScript change the case of some letters differently.
const hasName = (name: string) => eq(sql`lower(${officeMembers.name})`, sql`lower(${name})`);

export const listMembers = (db: Db): Promise<MemberRow[]> =>
  db.select().from(officeMembers).orderBy(officeMembers.name);

export const lockMembers = (db: Db): Promise<MemberRow[]> =>
  db.select().from(officeMembers).orderBy(officeMembers.memberId).for('update');

export const findMember = async (db: Db, name: string): Promise<MemberRow | undefined> =>
  (await db.select().from(officeMembers).where(hasName(name)))[0];

/** Locks the row, so that an invitation is accepted once. */
export const findInvitedMember = async (
  db: Db,
  invitationHash: string,
  now: Date,
): Promise<MemberRow | undefined> =>
  (
    await db
      .select()
      .from(officeMembers)
      .where(
        and(
          eq(officeMembers.invitationHash, invitationHash),
          gt(officeMembers.invitationExpiresAt, now),
        ),
      )
      .for('update')
  )[0];

/** Returns false if the name exists. */
export const insertMember = async (
  db: Db,
  row: typeof officeMembers.$inferInsert,
): Promise<boolean> =>
  (
    await db
      .insert(officeMembers)
      .values(row)
      .onConflictDoNothing()
      .returning({ memberId: officeMembers.memberId })
  ).length === 1;

export const updateMember = (db: Db, memberId: number, change: Partial<MemberRow>) =>
  db.update(officeMembers).set(change).where(eq(officeMembers.memberId, memberId));

export const deleteMember = (db: Db, memberId: number) =>
  db.delete(officeMembers).where(eq(officeMembers.memberId, memberId));

/** Does nothing if the secret changed meanwhile. */
export const replaceFactorSecret = ({
  db,
  memberId,
  previous,
  factorSecret,
}: {
  db: Db;
  memberId: number;
  previous: string;
  factorSecret: string;
}) =>
  db
    .update(officeMembers)
    .set({ factorSecret })
    .where(and(eq(officeMembers.memberId, memberId), eq(officeMembers.factorSecret, previous)));

/** The password, locked against a reset and a removal; undefined if the member was removed. */
export const lockPassword = async (tx: Db, memberId: number) =>
  (
    await tx
      .select({ passwordHash: officeMembers.passwordHash })
      .from(officeMembers)
      .where(eq(officeMembers.memberId, memberId))
      .for('share')
  )[0];

/** Stores the step of a code. False if this code or a later one was used before. */
export const consumeFactorStep = async (db: Db, memberId: number, step: number): Promise<boolean> =>
  (
    await db
      .update(officeMembers)
      .set({ lastFactorStep: step })
      .where(and(eq(officeMembers.memberId, memberId), lt(officeMembers.lastFactorStep, step)))
      .returning({ memberId: officeMembers.memberId })
  ).length === 1;

/** Removes a recovery code. False if it is not there. */
export const consumeRecoveryCode = async (
  db: Db,
  memberId: number,
  hash: string,
): Promise<boolean> =>
  (
    await db
      .update(officeMembers)
      .set({ recoveryCodes: sql`array_remove(${officeMembers.recoveryCodes}, ${hash})` })
      .where(
        and(
          eq(officeMembers.memberId, memberId),
          sql`${hash} = any(${officeMembers.recoveryCodes})`,
        ),
      )
      .returning({ memberId: officeMembers.memberId })
  ).length === 1;

/** Until the transaction ends, no other upload is created, also by another process. */
export const lockUploadCreation = (tx: Db) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('office uploads', 0))`);

export const insertSession = (db: Db, row: typeof officeSessions.$inferInsert) =>
  db.insert(officeSessions).values(row);

export const findSession = async (db: Db, tokenHash: string, now: Date) =>
  (
    await db
      .select({ session: officeSessions, member: officeMembers })
      .from(officeSessions)
      .innerJoin(officeMembers, eq(officeMembers.memberId, officeSessions.memberId))
      .where(and(eq(officeSessions.tokenHash, tokenHash), gt(officeSessions.expiresAt, now)))
  )[0];

export const confirmSession = (db: Db, tokenHash: string, confirmedAt: Date) =>
  db.update(officeSessions).set({ confirmedAt }).where(eq(officeSessions.tokenHash, tokenHash));

export const deleteSession = (db: Db, tokenHash: string) =>
  db.delete(officeSessions).where(eq(officeSessions.tokenHash, tokenHash));

export const deleteSessions = (db: Db, memberId: number) =>
  db.delete(officeSessions).where(eq(officeSessions.memberId, memberId));

export const insertJob = (db: Db, row: typeof officeJobs.$inferInsert) =>
  db.insert(officeJobs).values(row);

/** Changes a running job and returns it; undefined if it has ended. */
export const updateRunningJob = async (
  db: Db,
  jobId: string,
  change: Partial<JobRow>,
): Promise<JobRow | undefined> =>
  (
    await db
      .update(officeJobs)
      .set(change)
      .where(and(eq(officeJobs.jobId, jobId), isNull(officeJobs.endedAt)))
      .returning()
  )[0];

export const findJob = async (db: Db, jobId: string): Promise<JobRow | undefined> =>
  (await db.select().from(officeJobs).where(eq(officeJobs.jobId, jobId)))[0];

/** Whether a process runs a job of this operation: it was seen since then. */
export const isJobRunning = async (db: Db, operation: string, seenSince: Date): Promise<boolean> =>
  (await db.$count(
    officeJobs,
    and(
      eq(officeJobs.operation, operation),
      isNull(officeJobs.endedAt),
      gt(officeJobs.seenAt, seenSince),
    ),
  )) > 0;

const LISTED_JOBS = 100;
export const newestJobs = (db: Db, operations: string[]) => {
  const { log: _log, result: _result, ...columns } = getTableColumns(officeJobs);
  return db
    .select(columns)
    .from(officeJobs)
    .where(inArray(officeJobs.operation, operations))
    .orderBy(desc(officeJobs.startedAt))
    .limit(LISTED_JOBS);
};
