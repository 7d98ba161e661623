export interface CommandResult {
  data: unknown;
  /** What the back office shows instead of `data`, for example rupees instead of paise. */
  shown?: unknown;
  lines: string[];
  /** If `data` has one list of rows: the heads of its table, by key. */
  columns?: Record<string, string>;
  /** The key of the rows that holds the name of a command. The back office shows the title instead. */
  commandKey?: string;
  /** 2: some rows were rejected, some films failed, or `doctor` found a problem. 130: the operator stopped the command. */
  exitCode?: 0 | 2 | 130;
}
