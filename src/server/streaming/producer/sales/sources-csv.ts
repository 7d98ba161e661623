import type { MovieSources } from '#contract/producer.ts';
import { type CsvColumn, csvFile } from '#domain/csv.ts';
import { ticketsPerVisit } from '#domain/link-source.ts';
import { linkSourceMessages as text } from '#messages/link-sources.ts';

interface Row {
  name: string;
  visits: number | null;
  paidOrders: number;
  percent: number | null;
}

const COLUMNS: CsvColumn<Row>[] = [
  [text.columns.linkSource, ({ name }) => name],
  [text.columns.visits, ({ visits }) => visits],
  [text.columns.paidOrders, ({ paidOrders }) => paidOrders],
  [text.percent, ({ percent }) => percent],
];

/** One row for each source, then the orders without a source. */
export function sourcesCsv({ sources, paidOrdersWithoutSource }: MovieSources): string {
  const { head, lineOf } = csvFile<Row>(COLUMNS);
  const rows = sources.map(({ linkSource, ...counts }) => ({
    ...counts,
    name: linkSource,
    percent: ticketsPerVisit(counts),
  }));
  const withoutSource = {
    name: text.withoutSource,
    visits: null,
    paidOrders: paidOrdersWithoutSource,
    percent: null,
  };
  return head + [...rows, withoutSource].map(lineOf).join('');
}
