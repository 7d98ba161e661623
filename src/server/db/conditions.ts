import { type AnyColumn, eq, type SQL, sql } from 'drizzle-orm';

export const equalsIgnoringCase = (column: AnyColumn, text: string): SQL =>
  eq(sql`lower(${column})`, text.toLowerCase());

export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

export const containsPattern = (text: string): string => `%${escapeLike(text)}%`;
