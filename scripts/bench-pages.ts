/**
 * `npm run bench:pages -- [--origin http://localhost:4321] [--runs 5]`: first visits to home and a film page on slow 4G and
 * a slow phone, beside their floor, interleaved in one run. Needs a house that is open.
 */
import { parseArgs } from 'node:util';
import { href } from '#routes.ts';
import { aFilmPath } from './bench/film-path.ts';
import { openFloor } from './bench/floor.ts';
import { median } from './bench/median.ts';
import { type Visit, visit } from './bench/page-load.ts';
import { fail } from './failure.ts';

/** What the pages are held to: ratios to the floor, and bytes. */
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

const ofAll = (visits: Visit[], read: (visit: Visit) => number) => median(visits.map(read));

function report(name: keyof typeof GOALS, ours: Visit[], floor: Visit[]): boolean {
  const goal = GOALS[name];
  const ratio = (read: (visit: Visit) => number) => ofAll(ours, read) / ofAll(floor, read);
  const rows: [label: string, value: number, limit: number, shown: string][] = [
    [
      'first paint',
      ratio((v) => v.firstPaint),
      goal.firstPaint,
      `× floor (${Math.round(ofAll(ours, (v) => v.firstPaint))} ms : ${Math.round(ofAll(floor, (v) => v.firstPaint))} ms)`,
    ],
    [
      'largest paint',
      ratio((v) => v.largestPaint),
      goal.largestPaint,
      `× floor (${Math.round(ofAll(ours, (v) => v.largestPaint))} ms : ${Math.round(ofAll(floor, (v) => v.largestPaint))} ms)`,
    ],
    ['layout shift', ofAll(ours, (v) => v.layoutShift), goal.layoutShift, ''],
    ['blocking', ofAll(ours, (v) => v.blocking), goal.blocking, 'ms'],
    ['script', ofAll(ours, (v) => v.scriptBytes), goal.scriptBytes, 'bytes'],
    ['page without images', ofAll(ours, (v) => v.totalBytes - v.imageBytes), goal.pageBytes, 'bytes'],
  ];
  console.log(
    `\n${name} (median of ${ours.length}; ${ofAll(ours, (v) => v.requests)} requests, ${ofAll(ours, (v) => v.failed)} failed)`,
  );
  for (const [label, value, limit, shown] of rows) {
    const figure = value < 100 ? value.toFixed(3).replace(/\.?0+$/, '') : String(Math.round(value));
    console.log(
      `  ${value <= limit ? 'holds ' : 'FAILS '} ${label.padEnd(20)} ${figure.padStart(8)} ${shown}${Number.isFinite(limit) ? `   at most ${limit}` : ''}`,
    );
  }
  return rows.every(([, value, limit]) => value <= limit);
}

async function bench(): Promise<boolean> {
  const { values } = parseArgs({
    options: { origin: { type: 'string', default: 'http://localhost:4321' }, runs: { type: 'string', default: '5' } },
  });
  const paths = { home: href('home'), film: await aFilmPath(values.origin) };
  const floor = await openFloor(
    values.origin,
    Object.values(paths).map((path) => decodeURI(path)),
  );
  const visits = { home: [] as Visit[], film: [] as Visit[], homeFloor: [] as Visit[], filmFloor: [] as Visit[] };
  const targets = [
    ['home', values.origin + paths.home],
    ['homeFloor', floor.origin + paths.home],
    ['film', values.origin + paths.film],
    ['filmFloor', floor.origin + paths.film],
  ] as const;
  for (let run = 0; run < Number(values.runs); run++) {
    // Forth and back, so that the machine's noise falls on all alike.
    for (const [name, url] of run % 2 ? targets.toReversed() : targets) visits[name].push(await visit(url));
    console.log(`run ${run + 1} of ${values.runs}`);
  }
  floor.close();
  const home = report('home', visits.home, visits.homeFloor);
  return report('film', visits.film, visits.filmFloor) && home;
}

try {
  process.exitCode = (await bench()) ? 0 : 1;
} catch (error) {
  fail(error);
}
