/** PostgreSQL limits a statement to 65,535 values. */
const ROWS_PER_STATEMENT = 2000;

/** Inserts rows in several statements; none for no rows. */
export async function insertMany<T>(
  rows: T[],
  insert: (part: T[]) => PromiseLike<unknown>,
): Promise<void> {
  for (let first = 0; first < rows.length; first += ROWS_PER_STATEMENT)
    await insert(rows.slice(first, first + ROWS_PER_STATEMENT));
}
