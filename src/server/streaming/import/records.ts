/** The cells of a table as texts; an empty text is an empty cell. */
export interface Records {
  records: string[][];
  /** The row of the first record, as spreadsheets count. */
  firstRow: number;
  notes: string[];
}

/** How many of the wanted columns a row names. */
export type CountColumns = (cells: string[]) => number;
