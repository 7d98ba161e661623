import { useStore } from '@nanostores/react';
import { useEffect, useMemo } from 'react';
import type { MovieSales } from '#contract/producer.ts';
import { commonMessages } from '#messages/common.ts';
import { producerMessages, statementMessages as text } from '#messages/producer.ts';
import { $sales, loadSales } from '#stores/producer-sales.ts';
import { ErrorBox } from '#ui/Boxes.tsx';
import { Button } from '#ui/Button.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { SalesChart } from './SalesChart.tsx';
import { SeriesTable } from './SeriesTable.tsx';
import { groupIntoBins, binSizeFor, seriesOf, SPANS_DAYS } from './sales-series.ts';

export function SalesOverTime({ movieId }: { movieId: number }) {
  const { status, days, sales } = useStore($sales);
  useEffect(() => void loadSales(movieId, SPANS_DAYS[0]), [movieId]);
  return (
    <section className="over-time" aria-busy={status === 'process'}>
      <header>
        <h2 className="d3">{text.overTime}</h2>
        <div className="seg" role="group" aria-label={text.span}>
          {SPANS_DAYS.map((span) => (
            <button key={span} type="button" aria-pressed={span === days} onClick={() => void loadSales(movieId, span)}>
              {text.lastDays(span)}
            </button>
          ))}
        </div>
      </header>
      {status === 'error' && (
        <ErrorBox title={commonMessages.tryAgain} sentence={text.chartDataFailed}>
          <Button kind="line" onClick={() => void loadSales(movieId, days)}>
            {producerMessages.tryOnceMore}
          </Button>
        </ErrorBox>
      )}
      {sales && <Charts sales={sales} />}
      {!sales && status === 'process' && <Skeleton className="h-140" label={commonMessages.loading} />}
    </section>
  );
}

function Charts({ sales: { days } }: { sales: MovieSales }) {
  const size = binSizeFor(days.length);
  const bins = useMemo(() => groupIntoBins(days, size), [days, size]);
  const chartSeries = useMemo(() => seriesOf(bins, size), [bins, size]);
  return (
    <>
      <div className="charts">
        {chartSeries.map((series, index) => (
          <SalesChart key={index} series={series} />
        ))}
      </div>
      <details>
        <summary>{text.asTable}</summary>
        <SeriesTable bins={bins} size={size} />
      </details>
    </>
  );
}
