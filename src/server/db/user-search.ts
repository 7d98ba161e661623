import { type SQL, sql } from 'drizzle-orm';
import { escapeLike, trigramPattern } from './conditions.ts';
import { userSearchText } from './schema/accounts.ts';

const hasPattern = (pattern: string): SQL => sql`${userSearchText} like ${pattern.toLowerCase()}`;

/** Whether name, e-mail address and mobile number of a user contain the text, in any case. */
export const hasSearchText = (text: string): SQL => hasPattern(trigramPattern(text));

/** Whether a word of name, e-mail address or mobile number ends with the text, in any case. */
export const hasWordEnd = (text: string): SQL => hasPattern(`%${escapeLike(text)} %`);
