/** The row of a query that always returns one. Throws Error if it returned none. */
export function one<Row>([row]: Row[]): Row {
  if (row === undefined) throw new Error('The query returned no row');
  return row;
}
