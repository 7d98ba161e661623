import { index, jsonb, pgTable, serial, text } from 'drizzle-orm/pg-core';
import { instant } from '../columns.ts';

/** What operators did, one row for each command that changes something; never changed but for how it ended. */
export const auditLog = pgTable(
  'audit_log',
  {
    auditId: serial('audit_id').primaryKey(),
    at: instant('at').notNull(),
    /** `asha@till-1`: the account on the machine where the command was given. */
    who: text('who').notNull(),
    /** `movie price` */
    command: text('command').notNull(),
    /** As they were given; secrets, numbers and addresses masked. */
    args: jsonb('args').notNull(),
    /** begun (work that a kill left there stays so), done, partly, refused */
    outcome: text('outcome').notNull(),
    /** What was said of it, where there is more to say than the changes. */
    said: text('said'),
    /** What was before and after in each thing that changed. */
    changes: jsonb('changes').notNull(),
    endedAt: instant('ended_at'),
  },
  (t) => [index('audit_log_at').on(t.at), index('audit_log_command').on(t.command, t.at)],
);
