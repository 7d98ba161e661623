import { integer, pgTable, serial, text } from 'drizzle-orm/pg-core';

export const contentPages = pgTable('content_pages', {
  name: text('name').primaryKey(),
  pageContent: text('page_content').notNull(),
});

/**
 * Texts that the operator writes and sorts (spec §3 calls them subscriptions). Nobody can
 * subscribe.
 */
export const subscriptions = pgTable('subscriptions', {
  subscriptionId: serial('subscription_id').primaryKey(),
  content: text('content').notNull().unique(),
  ordering: integer('ordering').notNull().default(0),
});
