import { index, jsonb, pgTable, serial, text } from 'drizzle-orm/pg-core';
import { AUDIT_OUTCOMES } from '#domain/operator-states.ts';
import { enumChecks, instant } from '../columns.ts';

/** Commands of operators that change data, one row each. A row is updated only with its outcome. */
export const auditLog = pgTable(
  'audit_log',
  {
    auditId: serial('audit_id').primaryKey(),
    /** The start of the command. */
    at: instant('at').notNull(),
    /** User and machine of the command: `asha@server-1`. */
    who: text('who').notNull(),
    command: text('command').notNull(),
    /** Mobile numbers, email addresses, codes and tokens are masked. */
    args: jsonb('args').notNull(),
    outcome: text('outcome', { enum: AUDIT_OUTCOMES }).notNull(),
    /** The message of the failure, or the summary of the work. Null if `changes` say it. */
    message: text('said'),
    changes: jsonb('changes').notNull(),
    endedAt: instant('ended_at'),
  },
  (t) => [
    index('audit_log_at').on(t.at),
    index('audit_log_command').on(t.command, t.at),
    ...enumChecks(t),
  ],
);
