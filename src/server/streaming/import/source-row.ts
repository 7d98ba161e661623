/** An entry of a catalogue file. `at` is its position: `entry 4`, `row 5` of a table, or `page`. */
export interface SourceRow {
  at: string;
  row: unknown;
  problem?: string;
}
