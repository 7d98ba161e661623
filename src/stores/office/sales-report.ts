import type { Sales } from '#contract/operation-result.ts';
import { displayWholeRupees } from '#domain/format/report-money.ts';
import { toPaise, toRupees } from '#domain/pricing.ts';
import { officeScreenMessages as text } from '#messages/office-screens.ts';
import type { Series } from '../producer/sales-series.ts';

type SalesRow = Sales['rows'][number];

/** Chosen: a bar for each day of two months stays readable. */
const MAX_DAYS = 62;
const MAX_FILMS = 10;
const MAX_NAME_LENGTH = 18;

const shorten = (name: string) =>
  name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH - 1)}…` : name;

const grossByLabel = (
  rows: SalesRow[],
  labelOf: (row: SalesRow) => string,
): [label: string, gross: number][] =>
  [...Map.groupBy(rows, labelOf)].map(([label, group]) => [
    label,
    toRupees(group.reduce((sum, { gross }) => sum + toPaise(gross), 0)),
  ]);

function seriesOf(name: string, bars: [label: string, gross: number][], total: number): Series {
  const values = bars.map(([, gross]) => gross);
  const most = Math.max(0, ...values);
  const labels = bars.map(([label]) => label);
  const sentence = text.salesSummary(
    name,
    displayWholeRupees(total),
    displayWholeRupees(most),
    labels[values.indexOf(most)] ?? '',
  );
  return { name, labels: labels.map(shorten), values, display: displayWholeRupees, sentence };
}

/**
 * Sales by film and by day or month, from all rows of `report sales`. Null for a part of the rows.
 */
export function salesSeriesOf({ rows, total: { gross } }: Sales): Series[] | null {
  if (rows.length === 0) return null;
  const dayOf = ({ day }: SalesRow) => day;
  const byDay = grossByLabel(rows, dayOf);
  const isComplete = toPaise(byDay.reduce((sum, [, each]) => sum + each, 0)) === toPaise(gross);
  if (!isComplete) return null;
  const isByDay = byDay.length <= MAX_DAYS;
  const byFilm = grossByLabel(rows, ({ movieName, film }) => movieName ?? film);
  return [
    seriesOf(
      isByDay ? text.salesByDay : text.salesByMonth,
      isByDay ? byDay : grossByLabel(rows, (row) => dayOf(row).slice(0, 7)),
      gross,
    ),
    seriesOf(
      text.salesByFilm,
      byFilm.toSorted((one, two) => two[1] - one[1]).slice(0, MAX_FILMS),
      gross,
    ),
  ];
}
