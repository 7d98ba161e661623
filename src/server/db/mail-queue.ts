import { and, asc, eq, isNull, lte, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { MINUTE } from '#domain/limits/durations.ts';
import type { Db } from './database.ts';

/** A table with the columns of `mailState`. */
type MailTable = PgTable & Record<'dueAt' | 'sentAt' | 'droppedAt' | 'tries', PgColumn>;

/** 2, 4, 8 … minutes after a try, at most an hour. */
const nextTryAt = (now: Date, tries: number): Date =>
  new Date(now.getTime() + Math.min(60, 2 ** (tries + 1)) * MINUTE);

export const isMailWaiting = ({ sentAt, droppedAt }: MailTable) =>
  and(isNull(sentAt), isNull(droppedAt));

/** The mails of a table that are not sent yet. `key`: the columns of its primary key. */
export function mailQueue<Table extends MailTable>(
  table: Table,
  key: (keyof Table['$inferSelect'] & keyof Table & string)[],
) {
  type Row = Table['$inferSelect'] & { tries: number };
  const columnOf = (name: keyof Table) => table[name] as PgColumn;
  const isRow = (row: Row) => and(...key.map((name) => eq(columnOf(name), row[name])));
  const change = (db: Db, row: Row, values: Record<string, unknown>) =>
    db
      .update(table as PgTable)
      .set(values)
      .where(isRow(row));

  return {
    /**
     * Claims the next due row for one process and makes it due again in 2, 4, 8 … minutes.
     * `condition`: of a row that may be sent.
     */
    claim: (db: Db, now: Date, condition?: SQL): Promise<Row | undefined> =>
      db.transaction(async (tx) => {
        const [due] = (await tx
          .select()
          .from(table as PgTable)
          .where(and(isMailWaiting(table), lte(table.dueAt, now), condition))
          .orderBy(asc(table.dueAt), ...key.map((name) => asc(columnOf(name))))
          .limit(1)
          .for('update', { skipLocked: true })) as Row[];
        if (due)
          await change(tx, due, {
            tries: sql`${table.tries} + 1`,
            dueAt: nextTryAt(now, due.tries),
          });
        return due;
      }),

    /** Makes the claimed row due at `dueAt`; the claim does not count as a try. */
    postpone: (db: Db, row: Row, dueAt: Date) => change(db, row, { dueAt, tries: row.tries }),

    close: (db: Db, row: Row, end: 'sentAt' | 'droppedAt', now: Date) =>
      change(db, row, { [end]: now }),
  };
}
