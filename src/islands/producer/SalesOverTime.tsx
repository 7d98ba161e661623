import { useStore } from '@nanostores/react';
import { useEffect, useMemo } from 'react';
import type { MovieSales } from '#contract/producer.ts';
import { statementMessages as text } from '#messages/producer.ts';
import { $sales, loadSales } from '#stores/producer/sales.ts';
import { LoadError, Loading } from '../loading/LoadStates.tsx';
import { SalesChart } from './SalesChart.tsx';
import { TableSummary } from './TableSummary.tsx';
import {
  groupIntoBins,
  binSizeFor,
  seriesOf,
  seriesTable,
  SPANS_DAYS,
} from '#stores/producer/sales-series.ts';

export function SalesOverTime({ movieId }: { movieId: number }) {
  const { status, days: dayCount, sales } = useStore($sales);
  useEffect(() => void loadSales(movieId, SPANS_DAYS[0]), [movieId]);
  return (
    <section className="over-time mt-14 grid gap-5.5 *:min-w-0" aria-busy={status === 'process'}>
      <header className="flex flex-wrap items-end justify-between gap-3.5">
        <h2 className="heading-3">{text.overTime}</h2>
        <div className="segmented-control" role="group" aria-label={text.span}>
          {SPANS_DAYS.map((span) => (
            <button
              key={span}
              type="button"
              aria-pressed={span === dayCount}
              onClick={() => void loadSales(movieId, span)}
            >
              {text.lastDays(span)}
            </button>
          ))}
        </div>
      </header>
      {status === 'error' && (
        <LoadError sentence={text.chartDataFailed} onRetry={() => loadSales(movieId, dayCount)} />
      )}
      {sales && <Charts sales={sales} />}
      {!sales && status === 'process' && <Loading className="h-140" />}
    </section>
  );
}

function Charts({ sales: { days } }: { sales: MovieSales }) {
  const size = binSizeFor(days.length);
  const bins = useMemo(() => groupIntoBins(days, size), [days, size]);
  const chartSeries = useMemo(() => seriesOf(bins, size), [bins, size]);
  return (
    <>
      <div className="grid gap-8 *:min-w-0 lg:grid-cols-2 lg:gap-14">
        {chartSeries.map((series, index) => (
          <SalesChart key={index} series={series} />
        ))}
      </div>
      <details>
        <TableSummary />
        <SeriesTable bins={bins} size={size} />
      </details>
    </>
  );
}

/** Newest day first. `size` is the number of days per row. */
function SeriesTable({ bins, size }: { bins: MovieSales['days']; size: number }) {
  const { heads, rows } = seriesTable(bins, size);
  return (
    <table className="table daily-table" aria-label={text.overTime}>
      <thead>
        <tr>
          {heads.map((head, index) => (
            <th key={head} scope="col" className={index > 0 ? 'money' : undefined}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.toReversed().map(({ day, cells: [name, ...figures] }) => (
          <tr key={day}>
            <th scope="row">{name}</th>
            {figures.map((figure, index) => (
              <td
                key={heads[index + 1]}
                className={/[1-9]/.test(figure) ? 'money' : 'money text-soft'}
              >
                {figure}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
