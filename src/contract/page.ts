import { z } from 'zod';
import { MAX_PAGE_SIZE } from '#domain/limits.ts';

const firstPage = (base: 0 | 1) => z.coerce.number().int().min(0).max(100_000).default(base);

/** `page,size,sort` of a list. `sortable` are the fields that `sort=field,asc|desc` may name. */
export const pageQuery = <Field extends string>({
  base,
  size,
  sortable,
  maxSize = MAX_PAGE_SIZE,
}: {
  base: 0 | 1;
  size: number;
  sortable: readonly [Field, ...Field[]];
  maxSize?: number;
}) =>
  z.object({
    page: firstPage(base),
    // Chosen: a size above the cap is cut to it, as api.md says "capped", so that old clients keep working.
    size: z.coerce
      .number()
      .int()
      .min(1)
      .default(size)
      .transform((wanted) => Math.min(wanted, maxSize)),
    sort: z
      .string()
      .optional()
      .transform((text, context) => parseSort(text, sortable, context)),
  });

export interface Sort<Field extends string = string> {
  field: Field;
  descending: boolean;
}

function parseSort<Field extends string>(
  text: string | undefined,
  sortable: readonly Field[],
  context: z.RefinementCtx,
): Sort<Field> | undefined {
  if (text === undefined || text === '') return undefined;
  const [name, direction = 'asc'] = text.split(',');
  const field = sortable.find((each) => each === name);
  if (field && (direction === 'asc' || direction === 'desc')) return { field, descending: direction === 'desc' };
  context.addIssue({
    code: 'custom',
    params: { status: 400, code: 'bad_sort' },
    message: `This list can be sorted by ${sortable.join(', ')}, each with ,asc or ,desc`,
  });
  return z.NEVER;
}

/** A page of a list; `number` echoes the base that the call uses (api.md, Conventions). */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    content: z.array(item),
    totalElements: z.number().int(),
    totalPages: z.number().int(),
    number: z.number().int(),
    size: z.number().int(),
  });

export interface Page<Item> {
  content: Item[];
  totalElements: number;
  totalPages: number;
  number: number;
  size: number;
}

/** Rows to skip for a page; on one-based lists page 0 means the first page too. */
export const offsetOf = ({ page, size }: { page: number; size: number }, base: 0 | 1): number =>
  Math.max(0, page - base) * size;

export const asPage = <Item>(
  content: Item[],
  totalElements: number,
  { page, size }: { page: number; size: number },
): Page<Item> => ({
  content,
  totalElements,
  totalPages: Math.ceil(totalElements / size),
  number: page,
  size,
});
