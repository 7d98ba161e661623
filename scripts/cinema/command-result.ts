export interface CommandResult {
  data: unknown;
  lines: string[];
  /** 2: some rows were rejected, some films failed, or `doctor` found a problem. */
  exitCode?: 0 | 2;
}
