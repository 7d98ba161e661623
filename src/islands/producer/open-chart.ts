/**
 * The only file that imports Chart.js; loaded with the first chart. Registers only what bars need.
 */
import { BarController, BarElement, CategoryScale, Chart, LinearScale, Tooltip } from 'chart.js';
import type { Series } from '#stores/producer/sales-series.ts';

Chart.register(BarController, BarElement, CategoryScale, LinearScale, Tooltip);

export interface ChartHandle {
  show: (series: Series) => void;
  close: () => void;
}

const ANIMATION_MS = 360;
const MAX_LABELS = 6;

/** They change the tokens of styles/site.css. */
const COLOUR_PREFERENCES = [
  '(prefers-color-scheme: dark)',
  '(prefers-contrast: more)',
  '(forced-colors: active)',
];

export function openChartOn(canvas: HTMLCanvasElement, first: Series): ChartHandle {
  let shown = first;
  const colour = createColourReader(canvas);
  const draw = () => drawChart(canvas, colour, () => shown);
  let chart = draw();
  const redraw = () => {
    chart.destroy();
    chart = draw();
  };
  const preferences = COLOUR_PREFERENCES.map((query) => matchMedia(query));
  for (const each of preferences) each.addEventListener('change', redraw);
  return {
    show(series) {
      shown = series;
      chart.data = chartData(series, colour);
      chart.update();
    },
    close() {
      for (const each of preferences) each.removeEventListener('change', redraw);
      chart.destroy();
    },
  };
}

function drawChart(canvas: HTMLCanvasElement, colour: Colour, shown: () => Series) {
  const isMotionReduced = matchMedia('(prefers-reduced-motion: reduce)').matches;
  Chart.defaults.font.family = getComputedStyle(canvas).fontFamily;
  Chart.defaults.font.size =
    0.8125 * parseFloat(getComputedStyle(document.documentElement).fontSize);
  Chart.defaults.color = colour('--soft');
  return new Chart(canvas, {
    type: 'bar',
    data: chartData(shown(), colour),
    options: {
      animation: isMotionReduced ? false : { duration: ANIMATION_MS },
      responsive: true,
      maintainAspectRatio: false,
      scales: {
        x: { grid: { display: false }, ticks: { maxTicksLimit: MAX_LABELS, maxRotation: 0 } },
        y: {
          beginAtZero: true,
          border: { display: false },
          grid: { color: colour('--line') },
          ticks: {
            maxTicksLimit: MAX_LABELS,
            precision: 0,
            callback: (value) => shown().display(Number(value)),
          },
        },
      },
      plugins: { tooltip: tooltipOptions(colour, shown) },
    },
  });
}

type Colour = (token: string) => string;

/** A canvas cannot read `var()`. */
function createColourReader(host: HTMLElement): Colour {
  const style = getComputedStyle(host);
  return (token) => style.getPropertyValue(token).trim();
}

const chartData = ({ labels, values, comparison }: Series, colour: Colour) => {
  const bars = (data: number[], token: string) => ({
    data,
    backgroundColor: colour(token),
    hoverBackgroundColor: colour('--action'),
    maxBarThickness: 34,
  });
  return {
    labels,
    datasets: comparison
      ? [bars(values, '--action'), { ...bars(comparison.values, '--bars'), label: comparison.name }]
      : [bars(values, '--bars')],
  };
};

const tooltipOptions = (colour: Colour, shown: () => Series) => ({
  displayColors: false,
  backgroundColor: colour('--ink'),
  titleColor: colour('--page'),
  bodyColor: colour('--page'),
  callbacks: {
    label: ({ parsed, dataset }: { parsed: { y: number | null }; dataset: { label?: string } }) =>
      [dataset.label, shown().display(parsed.y ?? 0)].filter(Boolean).join(' '),
  },
});
