import { bigint, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { SERVER_ROLES } from '#domain/operator-states.ts';
import { enumChecks, instant } from '../columns.ts';

/** Named values of this installation. The table has the name of the first release. */
export const serverState = pgTable('house_state', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
});

/** The servers that run. A server that stops in order deletes its row. */
export const serverProcesses = pgTable(
  'server_processes',
  {
    /** Host and port */
    name: text('name').primaryKey(),
    role: text('role', { enum: SERVER_ROLES }).notNull(),
    startedAt: instant('started_at').notNull(),
    seenAt: instant('seen_at').notNull(),
  },
  enumChecks,
);

export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    caller: text('caller').notNull(),
    key: text('key').notNull(),
    requestHash: text('request_hash').notNull(),
    status: integer('status'),
    reply: jsonb('reply'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.caller, t.key] })],
);

/** Table layout of rate-limiter-flexible. */
export const rateLimits = pgTable('rate_limits', {
  key: text('key').primaryKey(),
  points: integer('points').notNull().default(0),
  expire: bigint('expire', { mode: 'number' }),
});
