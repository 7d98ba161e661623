/** An entry of a catalogue file. */
export interface SourceRow {
  at: string;
  row: unknown;
  problem?: string;
}
