import { useEffect, useRef, useState } from 'react';
import { statementMessages as text } from '#messages/producer.ts';
import type { ChartHandle } from './open-chart.ts';
import type { Series } from '#stores/producer/sales-series.ts';

/** Screen readers get the sentence; the table shows all figures. */
export const SalesChart = ({ series, height = 'h-60' }: { series: Series; height?: string }) => (
  <figure>
    <figcaption className="label">{series.name}</figcaption>
    {[...series.values, ...(series.comparison?.values ?? [])].some((value) => value > 0) ? (
      <Bars series={series} height={height} />
    ) : (
      <p className="mt-2.5 grid h-30 place-items-center border-y border-line text-soft">
        {text.noneInSpan}
      </p>
    )}
  </figure>
);

function Bars({ series, height }: { series: Series; height: string }) {
  const [host, isMissing] = useChart(series);
  if (isMissing)
    return (
      <p className="text-soft" role="status">
        {text.chartFailed}
      </p>
    );
  return (
    // A canvas follows the width of its parent with a delay.
    <div
      className={`relative mt-2.5 ${height} overflow-hidden`}
      role="img"
      aria-label={series.sentence}
    >
      <canvas ref={host} aria-hidden="true" />
    </div>
  );
}

function useChart(series: Series) {
  const host = useRef<HTMLCanvasElement>(null);
  const chart = useRef<ChartHandle>(null);
  const newest = useRef(series);
  const [isMissing, setMissing] = useState(false);

  useEffect(() => {
    let isUnmounted = false;
    void import('./open-chart.ts').then(
      ({ openChartOn }) => {
        if (!isUnmounted && host.current) chart.current = openChartOn(host.current, newest.current);
      },
      () => setMissing(true),
    );
    return () => {
      isUnmounted = true;
      chart.current?.close();
      chart.current = null;
    };
  }, []);
  useEffect(() => {
    newest.current = series;
    chart.current?.show(series);
  }, [series]);
  return [host, isMissing] as const;
}
