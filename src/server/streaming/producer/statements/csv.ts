import type { Statement, StatementSums } from '#contract/producer.ts';
import { BYTE_ORDER_MARK, csvRow } from '#domain/csv.ts';
import { toRupees } from '#domain/pricing.ts';
import { producerFileMessages as text } from '#messages/producer-files.ts';
import { statementMessages } from '#messages/producer.ts';

const { tickets: ticketsLabel, ...MONEY_LINES } = statementMessages.lines;
const MONEY_FIELDS = Object.keys(MONEY_LINES) as (keyof typeof MONEY_LINES)[];

/** One row per day, then the totals of sold, returned, and both. Rupees. */
export function statementCsv(statement: Statement): string {
  const { movieName, month, days, sold, returned, total } = statement;
  const rowOf = (label: string, sums: StatementSums) =>
    csvRow([movieName, month, label, sums.tickets, ...MONEY_FIELDS.map((field) => toRupees(sums[field]))]);
  return [
    BYTE_ORDER_MARK,
    csvRow([text.film, text.month, statementMessages.day, ticketsLabel, ...Object.values(MONEY_LINES)]),
    ...days.map(({ day, sums }) => rowOf(day, sums)),
    rowOf(statementMessages.sold, sold),
    rowOf(statementMessages.returned, returned),
    rowOf(statementMessages.total, total),
  ].join('');
}
