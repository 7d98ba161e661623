import { type AnyColumn, eq, type SQL, sql } from 'drizzle-orm';

export const equalsIgnoringCase = (column: AnyColumn, text: string): SQL =>
  eq(sql`lower(${column})`, text.toLowerCase());

export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

export const containsPattern = (text: string): string => `%${escapeLike(text)}%`;

/** Whether a trigram index finds the rows that contain the text. */
export const hasTrigram = (text: string): boolean =>
  (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0) >= 3;

/** Contains the text; a shorter text begins a word that follows a space. */
export const trigramPattern = (text: string): string =>
  hasTrigram(text) ? containsPattern(text) : `% ${escapeLike(text)}%`;

/**
 * An `int[]` of any length in one parameter: a statement has at most 65,535. As text, because pg
 * takes 10 ms for 26,000 numbers.
 */
export const intArray = (values: number[]): SQL => sql`${`{${values.join(',')}}`}::int[]`;

const LOOKED_UP = 500;
/**
 * For any number of values. PostgreSQL looks up few values in an index; it would take 45 ms to plan
 * the same for 26,000.
 */
export const isOneOf = (column: AnyColumn | SQL, values: number[]): SQL =>
  values.length > LOOKED_UP
    ? sql`${column} in (select unnest(${intArray(values)}))`
    : sql`${column} = any(${intArray(values)})`;
