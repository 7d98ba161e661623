import { index, jsonb, pgTable, serial, text } from 'drizzle-orm/pg-core';
import { instant } from '../columns.ts';

/** Commands of operators that change data, one row each. Only the outcome of a row is ever updated. */
export const auditLog = pgTable(
  'audit_log',
  {
    auditId: serial('audit_id').primaryKey(),
    at: instant('at').notNull(),
    /** User and machine of the command: `asha@server-1`. */
    who: text('who').notNull(),
    command: text('command').notNull(),
    /** Secrets, numbers and addresses are masked. */
    args: jsonb('args').notNull(),
    /** begun (also after a kill), done, partly, refused */
    outcome: text('outcome').notNull(),
    said: text('said'),
    changes: jsonb('changes').notNull(),
    endedAt: instant('ended_at'),
  },
  (t) => [index('audit_log_at').on(t.at), index('audit_log_command').on(t.command, t.at)],
);
