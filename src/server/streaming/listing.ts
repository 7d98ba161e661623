import { offsetOf, type Sort } from '#contract/page.ts';

export interface PageQuery<Field extends string> {
  page: number;
  size: number;
  sort?: Sort<Field> | undefined;
}

export interface Listing<Field extends string> {
  sort: Sort<Field>;
  limit: number;
  offset: number;
}

/** `firstPage` is the number of the first page. Default order: by `defaultField`, descending. */
export const toListing = <Field extends string>(
  query: PageQuery<Field>,
  firstPage: 0 | 1,
  defaultField: Field,
): Listing<Field> => ({
  sort: query.sort ?? { field: defaultField, descending: true },
  limit: query.size,
  offset: offsetOf(query, firstPage),
});
