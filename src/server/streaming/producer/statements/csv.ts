import type { Sheet } from '#contract/operation-result.ts';
import type { Statement } from '#contract/producer.ts';
import { type CsvColumn, csvFile } from '#domain/csv.ts';
import { toRupees } from '#domain/pricing.ts';
import { STATEMENT_FIELDS, type StatementSums } from '#domain/statement.ts';
import { producerFileMessages as text } from '#messages/producer-files.ts';
import { statementMessages } from '#messages/producer.ts';

interface Row {
  statement: Statement;
  label: string;
  sums: StatementSums;
}

const SUMS = STATEMENT_FIELDS.map((field): CsvColumn<Row> => [
  statementMessages.lines[field],
  ({ sums }) => (field === 'tickets' ? sums.tickets : toRupees(sums[field])),
]);

const COLUMNS: CsvColumn<Row>[] = [
  [text.film, ({ statement }) => statement.movieName],
  [text.month, ({ statement }) => statement.month],
  [statementMessages.day, ({ label }) => label],
  ...SUMS,
];

/** For each statement one row per day, then the totals of sold, returned, and both. Rupees. */
export function statementCsv(...statements: Statement[]): string {
  const { head, lineOf } = csvFile(COLUMNS);
  return head + statements.flatMap(rowsOf).map(lineOf).join('');
}

/** The values of the file. */
export const statementSheet = (statements: Statement[]): Sheet => ({
  columns: COLUMNS.map(([heading], at) => ({ heading, type: at < 3 ? 'text' : 'number' })),
  rows: statements.flatMap(rowsOf).map((row) => COLUMNS.map(([, cellOf]) => cellOf(row))),
});

function rowsOf(statement: Statement): Row[] {
  const { days, sold, returned, total } = statement;
  return [
    ...days.map(({ day, sums }) => ({ statement, label: day, sums })),
    { statement, label: statementMessages.sold, sums: sold },
    { statement, label: statementMessages.returned, sums: returned },
    { statement, label: statementMessages.total, sums: total },
  ];
}
