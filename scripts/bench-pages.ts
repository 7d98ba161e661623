/**
 * `npm run bench:pages -- [--origin http://localhost:4321] [--runs 5]`: measures first visits to home and a film page on slow
 * 4G and a slow phone, and compares them with bare baseline pages. Needs a running server.
 */
import { parseArgs } from 'node:util';
import { href } from '#routes.ts';
import { findFilmPath } from './bench/film-path.ts';
import { openBaselinePages } from './bench/baseline-page.ts';
import { median } from './bench/median.ts';
import { type Visit, measureVisit } from './bench/page-load.ts';
import { exitWithError } from './command-error.ts';

/** Maxima: ratios to the baseline, milliseconds and bytes. */
const GOALS = {
  home: {
    firstPaint: 1.25,
    largestPaint: 1.5,
    layoutShift: 0.01,
    blocking: 50,
    scriptBytes: 60_000,
    pageBytes: Infinity,
  },
  film: {
    firstPaint: 1.25,
    largestPaint: 1.5,
    layoutShift: 0.01,
    blocking: 50,
    scriptBytes: 30_000,
    pageBytes: 60_000,
  },
};

const medianOf = (visits: Visit[], read: (visit: Visit) => number) => median(visits.map(read));

function report(name: keyof typeof GOALS, ours: Visit[], baseline: Visit[]): boolean {
  const goal = GOALS[name];
  const ratio = (read: (visit: Visit) => number) => medianOf(ours, read) / medianOf(baseline, read);
  const rows: [label: string, value: number, limit: number, shown: string][] = [
    [
      'first paint',
      ratio((v) => v.firstPaint),
      goal.firstPaint,
      `× baseline (${Math.round(medianOf(ours, (v) => v.firstPaint))} ms : ${Math.round(medianOf(baseline, (v) => v.firstPaint))} ms)`,
    ],
    [
      'largest paint',
      ratio((v) => v.largestPaint),
      goal.largestPaint,
      `× baseline (${Math.round(medianOf(ours, (v) => v.largestPaint))} ms : ${Math.round(medianOf(baseline, (v) => v.largestPaint))} ms)`,
    ],
    ['layout shift', medianOf(ours, (v) => v.layoutShift), goal.layoutShift, ''],
    ['blocking', medianOf(ours, (v) => v.blocking), goal.blocking, 'ms'],
    ['script', medianOf(ours, (v) => v.scriptBytes), goal.scriptBytes, 'bytes'],
    ['page without images', medianOf(ours, (v) => v.totalBytes - v.imageBytes), goal.pageBytes, 'bytes'],
  ];
  console.log(
    `\n${name} (median of ${ours.length}; ${medianOf(ours, (v) => v.requests)} requests, ${medianOf(ours, (v) => v.failed)} failed)`,
  );
  for (const [label, value, limit, shown] of rows) {
    const figure = value < 100 ? value.toFixed(3).replace(/\.?0+$/, '') : String(Math.round(value));
    console.log(
      `  ${value <= limit ? 'pass ' : 'FAIL '} ${label.padEnd(20)} ${figure.padStart(8)} ${shown}${Number.isFinite(limit) ? `   at most ${limit}` : ''}`,
    );
  }
  return rows.every(([, value, limit]) => value <= limit);
}

async function bench(): Promise<boolean> {
  const { values } = parseArgs({
    options: { origin: { type: 'string', default: 'http://localhost:4321' }, runs: { type: 'string', default: '5' } },
  });
  const paths = { home: href('home'), film: await findFilmPath(values.origin) };
  const baseline = await openBaselinePages(
    values.origin,
    Object.values(paths).map((path) => decodeURI(path)),
  );
  const visits = { home: [] as Visit[], film: [] as Visit[], homeBaseline: [] as Visit[], filmBaseline: [] as Visit[] };
  const targets = [
    ['home', values.origin + paths.home],
    ['homeBaseline', baseline.origin + paths.home],
    ['film', values.origin + paths.film],
    ['filmBaseline', baseline.origin + paths.film],
  ] as const;
  for (let run = 0; run < Number(values.runs); run++) {
    // Alternating order, so that noise of the machine affects all targets equally.
    for (const [name, url] of run % 2 ? targets.toReversed() : targets) visits[name].push(await measureVisit(url));
    console.log(`run ${run + 1} of ${values.runs}`);
  }
  baseline.close();
  const home = report('home', visits.home, visits.homeBaseline);
  return report('film', visits.film, visits.filmBaseline) && home;
}

process.exitCode = (await bench().catch(exitWithError)) ? 0 : 1;
