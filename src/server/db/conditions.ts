import { type AnyColumn, eq, type SQL, sql } from 'drizzle-orm';

export const equalsIgnoringCase = (column: AnyColumn, text: string): SQL =>
  eq(sql`lower(${column})`, text.toLowerCase());

/** Escapes the wildcards of `like` and `ilike`. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

export const containsPattern = (text: string): string => `%${escapeLike(text)}%`;
