import { z } from 'zod';
import { parseBody } from './api-error.ts';

const [MIN_TIME, MAX_TIME] = [946_684_800, 4_765_046_400];

const unixTime = (name: string) => {
  const text = `${name} must be between ${MIN_TIME} and ${MAX_TIME}`;
  return z.coerce.number(text).int(text).min(MIN_TIME, text).max(MAX_TIME, text).optional();
};
const count = (text: string) => z.coerce.number(text).int(text).min(0, text);

/** Strict: a parameter that the sandbox ignored would look as if it worked. */
export const Page = z.strictObject({
  from: unixTime('from'),
  to: unixTime('to'),
  count: count('The count must be an integer.')
    .min(1, 'The count must be at least 1.')
    .max(100, 'The count may not be greater than 100.')
    .default(10),
  skip: count('The skip must be an integer.').default(0),
});

/** `items` are oldest first, the page is newest first. */
export function pageOf<Item extends { created_at: number }>(
  items: Item[],
  page: z.output<typeof Page>,
): Item[] {
  const { from = 0, to = Infinity, count, skip } = page;
  return items
    .filter(({ created_at }) => created_at >= from && created_at <= to)
    .reverse()
    .slice(skip, skip + count);
}

export const listPage = <Item extends { created_at: number }>(
  items: Item[],
  query: unknown,
): Item[] => pageOf(items, parseBody(Page, query));
