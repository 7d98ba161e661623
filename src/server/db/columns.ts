import { getTableColumns, getTableName, sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  check,
  integer,
  type PgColumn,
  type PgTable,
  text,
  timestamp,
} from 'drizzle-orm/pg-core';
import { firstOf } from '#domain/existing.ts';
import type { Paise, MinorUnits } from '#domain/pricing.ts';
import { PROVIDER_NAMES } from '#contract/payments.ts';
import { ACTIVE } from '#domain/active.ts';

export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
export const paise = (name: string) => integer(name).$type<Paise>();
export const minorUnits = (name: string) => integer(name).$type<MinorUnits>();
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
export const active = () => text('active', { enum: ACTIVE }).notNull().default('Y');
/** Chosen: without a CHECK, so that a new provider needs no migration. */
export const paymentProvider = () => text('provider', { enum: PROVIDER_NAMES }).notNull();
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

/** A CHECK for each column of a table that has an `enum`. A new value needs a migration. */
export function enumChecks(columns: Record<string, Pick<PgColumn, 'table'>>) {
  const table = firstOf(Object.values(columns)).table as PgTable;
  return Object.values(getTableColumns(table))
    .filter(({ enumValues }) => enumValues && enumValues !== (PROVIDER_NAMES as readonly string[]))
    .map((column) => checkEnum(getTableName(table), column));
}

function checkEnum(tableName: string, column: PgColumn) {
  const values = column.enumValues!.map((value) => `'${value}'`).join(', ');
  return check(`${tableName}_${column.name}_values`, sql`${column} in (${sql.raw(values)})`);
}
