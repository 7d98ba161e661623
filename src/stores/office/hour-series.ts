import { displayNumber } from '#domain/format/numbers.ts';
import { displayWholeRupees } from '#domain/format/report-money.ts';
import { officeScreenMessages as text } from '#messages/office-screens.ts';
import type { HourFigures } from './overview.ts';
import type { Series } from '../producer/sales-series.ts';

const sum = (values: number[]) => values.reduce((all, each) => all + each, 0);

function series(
  hours: readonly HourFigures[],
  { name, field, display }: { name: string; field: 'sales' | 'plays'; display: Series['display'] },
): Series {
  const labels = hours.map(({ hour }) => hour);
  const values = hours.map((each) => each[field]);
  const lastWeek = hours.map((each) => each[`${field}LastWeek`]);
  const most = Math.max(0, ...values);
  const when = labels[values.indexOf(most)] ?? '';
  return {
    name,
    labels,
    values,
    display,
    comparison: { values: lastWeek, name: text.lastWeek },
    sentence: text.hoursSummary(
      name,
      display(sum(values)),
      display(sum(lastWeek)),
      display(most),
      when,
    ),
  };
}

export const hourSeries = (hours: readonly HourFigures[]): Series[] => [
  series(hours, { name: text.salesByHour, field: 'sales', display: displayWholeRupees }),
  series(hours, { name: text.playsByHour, field: 'plays', display: displayNumber }),
];
