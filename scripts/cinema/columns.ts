import type { Column, ValueType } from '#contract/operation-result.ts';

/** The types that a column may have, by the values of its rows. */
type TypesOf<Value> = [Value] extends [Date]
  ? 'instant'
  : [Value] extends [number]
    ? 'count' | 'number' | 'rupees' | 'amount'
    : [Value] extends [boolean]
      ? 'flag'
      : [Value] extends [string]
        ? 'text' | 'code' | 'command' | 'day'
        : [Value] extends [readonly unknown[]]
          ? 'list'
          : ValueType;

interface ColumnOf<Type extends ValueType> extends Pick<Column, 'decimals'> {
  /** Empty: the key names the column. */
  heading: string;
  type: Type;
}

/** By key of the rows. The first column identifies the row. */
export type Columns<Row> = {
  [Key in keyof Row & string]?: ColumnOf<TypesOf<NonNullable<Row[Key]>>>;
};

const columnOf =
  <Type extends ValueType>(type: Type) =>
  (heading = ''): ColumnOf<Type> => ({ heading, type });

/** By type: makes a column with a heading. */
export const column = {
  text: columnOf('text'),
  code: columnOf('code'),
  command: columnOf('command'),
  flag: columnOf('flag'),
  count: columnOf('count'),
  number: columnOf('number'),
  rupees: columnOf('rupees'),
  amount: columnOf('amount'),
  instant: columnOf('instant'),
  day: columnOf('day'),
  list: columnOf('list'),
  record: columnOf('record'),
  /** Rupees with the paise of each row. */
  exactRupees: (heading: string): ColumnOf<'rupees'> => ({ heading, type: 'rupees', decimals: 2 }),
};

/** Checks at compile time that the columns fit the rows. */
export const toColumns = <Row>(columns: Columns<Row>): Column[] =>
  Object.entries<ColumnOf<ValueType> | undefined>(columns).flatMap(([key, each]) =>
    each ? { key, ...each } : [],
  );
