import { z } from 'zod';
import { MAX_PAGE_SIZE } from '#domain/limits/lists.ts';

const pageNumber = (base: 0 | 1) => z.coerce.number().int().min(0).max(100_000).default(base);

/** Query of a list; `sortable` are the fields for `sort=field,asc|desc`. */
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
    page: pageNumber(base),
    // Chosen: a larger size is reduced ("capped" in api.md), so that old clients keep working.
    size: z.coerce
      .number()
      .int()
      .min(1)
      .overwrite((requestedSize) => Math.min(requestedSize, maxSize))
      .max(maxSize)
      .default(size),
    sort: z
      .string()
      .meta({ enum: sortable.flatMap((field) => [field, `${field},asc`, `${field},desc`]) })
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
  if (field && (direction === 'asc' || direction === 'desc'))
    return { field, descending: direction === 'desc' };
  context.addIssue({
    code: 'custom',
    params: { status: 400, code: 'bad_sort' },
    message: `This list can be sorted by ${sortable.join(', ')}, each with ,asc or ,desc`,
  });
  return z.NEVER;
}

/** `number` starts at the base of the call (api.md, Conventions). */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    content: z.array(item),
    totalElements: z.number().int(),
    totalPages: z.number().int(),
    number: z.number().int(),
    size: z.number().int(),
  });

export type Page<Item> = Omit<z.infer<ReturnType<typeof pageOf>>, 'content'> & { content: Item[] };

/** Returns the number of rows to skip; on one-based lists, page 0 is the first page too. */
export const offsetOf = ({ page, size }: { page: number; size: number }, base: 0 | 1): number =>
  Math.max(0, page - base) * size;

export const toPage = <Item>(
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
