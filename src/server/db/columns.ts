import { integer, timestamp } from 'drizzle-orm/pg-core';

export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
export const paise = (name: string) => integer(name);
export const createdOn = () => instant('created_on').notNull().defaultNow();
