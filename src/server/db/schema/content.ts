import { pgTable, text } from 'drizzle-orm/pg-core';

export const contentPages = pgTable('content_pages', {
  name: text('name').primaryKey(),
  pageContent: text('page_content').notNull(),
});
