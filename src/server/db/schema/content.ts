import { integer, pgTable, serial, text } from 'drizzle-orm/pg-core';

export const contentPages = pgTable('content_pages', {
  name: text('name').primaryKey(),
  pageContent: text('page_content').notNull(),
});

/** What the specification calls subscriptions (spec §3): texts in an order. Only the operator writes them. */
export const subscriptions = pgTable('subscriptions', {
  subscriptionId: serial('subscription_id').primaryKey(),
  content: text('content').notNull().unique(),
  ordering: integer('ordering').notNull().default(0),
});
