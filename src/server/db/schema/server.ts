import { bigint, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from '../columns.ts';

/** What the house remembers of itself: the cursor a rebuild reached, the day the sample came in. */
export const houseState = pgTable('house_state', { name: text('name').primaryKey(), value: text('value').notNull() });

export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    /** Whose key it is: keys of two callers never meet. */
    caller: text('caller').notNull(),
    key: text('key').notNull(),
    requestHash: text('request_hash').notNull(),
    status: integer('status'),
    reply: jsonb('reply'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.caller, t.key] })],
);

/** rate-limiter-flexible's own shape: shared by all processes. */
export const rateLimits = pgTable('rate_limits', {
  key: text('key').primaryKey(),
  points: integer('points').notNull().default(0),
  expire: bigint('expire', { mode: 'number' }),
});
