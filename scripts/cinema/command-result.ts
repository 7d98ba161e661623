import type { Column, Row, Sheet, ViewData, ViewName } from '#contract/operation-result.ts';
import type { Text } from '#domain/format/sentence.ts';
import type { Change, Facts } from '#server/operator/change.ts';

/** A part of what a command reports. Its values are formatted where they are shown. */
export type ReportPart =
  | Text
  | { kind: 'facts'; facts: Facts }
  | { kind: 'table'; columns: Column[]; rows: Row[] }
  | { kind: 'section'; title: string; parts: ReportPart[] }
  | { kind: 'changes'; changes: Change[]; isDry: boolean }
  /** `isMarked`: the file begins with a byte order mark. */
  | { kind: 'sheet'; sheet: Sheet; isMarked: boolean }
  /** `next`: the `--after` of the following rows. */
  | { kind: 'continuation'; next: string };

interface Shared {
  /** What a terminal prints. */
  report: ReportPart[];
  /** By name of a list: the columns of its rows in the back office. Default: their keys. */
  tables?: Record<string, Column[]>;
  /**
   * 2: some rows were rejected, some films failed, or `doctor` found a problem. 130: the operator
   * stopped the command.
   */
  exitCode?: 0 | 2 | 130;
}

/**
 * `data` is the JSON output. `shown`: what the back office shows instead, for example words instead
 * of codes.
 */
type Data<View extends ViewName> =
  | { data: object & ViewData[View]; shown?: undefined }
  | { data: object; shown: object & ViewData[View] };

/** `view` says what kind of result it is. */
export type CommandResult = {
  [View in ViewName]: Shared & { view: View } & Data<View>;
}[ViewName];
