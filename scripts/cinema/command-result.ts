export interface CommandResult {
  data: unknown;
  lines: string[];
  /** 2: some rows were rejected, or some films failed. */
  exitCode?: 0 | 2;
}
