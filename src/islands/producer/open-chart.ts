/** The one file that knows Chart.js; imported only where a chart is shown. Only what its bars need is registered. */
import { BarController, BarElement, CategoryScale, Chart, LinearScale, Tooltip } from 'chart.js';
import type { Series } from './sales-series.ts';

Chart.register(BarController, BarElement, CategoryScale, LinearScale, Tooltip);

export interface OpenChart {
  show: (series: Series) => void;
  close: () => void;
}

const ANIMATION_MS = 360;
const LABELS_AT_MOST = 6;

/** Draws bars on a canvas, in the colours of the place where it stands. */
export function openChartOn(canvas: HTMLCanvasElement, first: Series): OpenChart {
  let shown = first;
  const colour = coloursAt(canvas);
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  Chart.defaults.font.family = getComputedStyle(canvas).fontFamily;
  Chart.defaults.font.size = 13;
  Chart.defaults.color = colour('--soft');
  const chart = new Chart(canvas, {
    type: 'bar',
    data: dataOf(first, colour),
    options: {
      animation: isCalm ? false : { duration: ANIMATION_MS },
      responsive: true,
      maintainAspectRatio: false,
      scales: {
        x: { grid: { display: false }, ticks: { maxTicksLimit: LABELS_AT_MOST, maxRotation: 0 } },
        y: {
          beginAtZero: true,
          border: { display: false },
          grid: { color: colour('--line') },
          ticks: { maxTicksLimit: LABELS_AT_MOST, precision: 0, callback: (value) => shown.display(Number(value)) },
        },
      },
      plugins: { tooltip: tooltipIn(colour, () => shown) },
    },
  });
  return {
    show(series) {
      shown = series;
      chart.data = dataOf(series, colour);
      chart.update();
    },
    close: () => chart.destroy(),
  };
}

type Colour = (token: string) => string;

/** The theme's own tokens: a canvas knows no `var()`. */
function coloursAt(host: HTMLElement): Colour {
  const style = getComputedStyle(host);
  return (token) => style.getPropertyValue(token).trim();
}

const dataOf = ({ labels, values }: Series, colour: Colour) => ({
  labels,
  datasets: [
    { data: values, backgroundColor: colour('--bars'), hoverBackgroundColor: colour('--act'), maxBarThickness: 34 },
  ],
});

const tooltipIn = (colour: Colour, shown: () => Series) => ({
  displayColors: false,
  backgroundColor: colour('--ink'),
  titleColor: colour('--wall'),
  bodyColor: colour('--wall'),
  callbacks: { label: ({ parsed }: { parsed: { y: number | null } }) => shown().display(parsed.y ?? 0) },
});
