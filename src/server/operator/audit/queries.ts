import { and, desc, eq, gte, lt, sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { auditLog } from '../../db/schema/audit-log.ts';
import { one } from '../../db/one.ts';

export type AuditRow = typeof auditLog.$inferSelect;
type NewAudit = typeof auditLog.$inferInsert;

/**
 * Waits until other changes of this kind are committed, so that the values before the change are
 * those that it replaces.
 */
export const lockChanges = (tx: Db, noun: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`change ${noun}`}, 0))`);

export const insertAudit = async (db: Db, row: NewAudit): Promise<number> =>
  one(await db.insert(auditLog).values(row).returning({ id: auditLog.auditId })).id;

export const updateAudit = (db: Db, auditId: number, change: Partial<NewAudit>) =>
  db.update(auditLog).set(change).where(eq(auditLog.auditId, auditId));

export interface AuditFilter {
  since: Date | null;
  after?: number | undefined;
}

export const findNewestAudit = (
  db: Db,
  { since, after }: AuditFilter,
  count: number,
): Promise<AuditRow[]> =>
  db
    .select()
    .from(auditLog)
    .where(
      and(
        since ? gte(auditLog.at, since) : undefined,
        after ? lt(auditLog.auditId, after) : undefined,
      ),
    )
    .orderBy(desc(auditLog.auditId))
    .limit(count);

/** Finds the last successful run of a command whose arguments include `args`. */
export async function findLastDone(
  db: Db,
  command: string,
  args: object,
): Promise<AuditRow | undefined> {
  const hasArgs = sql`${auditLog.args} @> ${JSON.stringify(args)}::jsonb`;
  const isWanted = and(eq(auditLog.command, command), eq(auditLog.outcome, 'done'), hasArgs);
  return (
    await db.select().from(auditLog).where(isWanted).orderBy(desc(auditLog.auditId)).limit(1)
  )[0];
}
