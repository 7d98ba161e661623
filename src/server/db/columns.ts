/** What the tables in ./schema share. The SQL that makes them is in ./migrations. */
import { integer, timestamp } from 'drizzle-orm/pg-core';

/** Every instant is `timestamptz`. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
/** Money is whole paise. */
export const paise = (name: string) => integer(name);
export const createdOn = () => instant('created_on').notNull().defaultNow();
