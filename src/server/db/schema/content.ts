import { integer, pgTable, serial, text } from 'drizzle-orm/pg-core';

export const contentPages = pgTable('content_pages', {
  name: text('name').primaryKey(),
  pageContent: text('page_content').notNull(),
});

/** Subscriptions of spec §3: ordered texts by the operator. */
export const subscriptions = pgTable('subscriptions', {
  subscriptionId: serial('subscription_id').primaryKey(),
  content: text('content').notNull().unique(),
  ordering: integer('ordering').notNull().default(0),
});
