import { sql } from 'drizzle-orm';
import { type AnyPgColumn, bigint, integer, text, timestamp } from 'drizzle-orm/pg-core';

export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
export const paise = (name: string) => integer(name);
/** An amount in minor units of its currency: paise or cents. */
export const minorUnits = (name: string) => integer(name);
export const createdOn = () => instant('created_on').notNull().defaultNow();
export const requiredReference = (name: string, column: () => AnyPgColumn) =>
  integer(name).notNull().references(column);
export const cascadingReference = (name: string, column: () => AnyPgColumn) =>
  integer(name).notNull().references(column, { onDelete: 'cascade' });
export const textList = (name: string) =>
  text(name)
    .array()
    .notNull()
    .default(sql`'{}'`);
/** The state of a mail in a queue (mail-queue.ts). */
export const mailState = {
  dueAt: instant('due_at').notNull(),
  sentAt: instant('sent_at'),
  /** Set instead of sentAt if the mail no longer applies or cannot be sent. */
  droppedAt: instant('dropped_at'),
  tries: integer('tries').notNull().default(0),
};
export const NEXT_CHANGE = sql`nextval('catalogue_change')`;
/** Cursor of the rebuild (api.md catalogue/changes). */
export const changeNo = () =>
  bigint('change_no', { mode: 'number' }).notNull().default(NEXT_CHANGE);
