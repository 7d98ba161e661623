export interface CommandResult {
  data: unknown;
  lines: string[];
  /** 2: some rows or films were refused. */
  exitCode?: 0 | 2;
}
