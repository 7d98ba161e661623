import type { Statement } from '#contract/producer.ts';
import { type CsvColumn, csvFile } from '#domain/csv.ts';
import { toRupees } from '#domain/pricing.ts';
import { STATEMENT_FIELDS, type StatementSums } from '#domain/statement.ts';
import { producerFileMessages as text } from '#messages/producer-files.ts';
import { statementMessages } from '#messages/producer.ts';

type Row = [label: string, sums: StatementSums];

const SUMS = STATEMENT_FIELDS.map((field): CsvColumn<Row> => [
  statementMessages.lines[field],
  ([, sums]) => (field === 'tickets' ? sums.tickets : toRupees(sums[field])),
]);

/** One row per day, then the totals of sold, returned, and both. Rupees. */
export function statementCsv({ movieName, month, days, sold, returned, total }: Statement): string {
  const { head, lineOf } = csvFile<Row>([
    [text.film, () => movieName],
    [text.month, () => month],
    [statementMessages.day, ([label]) => label],
    ...SUMS,
  ]);
  const rows: Row[] = [
    ...days.map(({ day, sums }): Row => [day, sums]),
    [statementMessages.sold, sold],
    [statementMessages.returned, returned],
    [statementMessages.total, total],
  ];
  return head + rows.map(lineOf).join('');
}
