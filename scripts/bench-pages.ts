/**
 * `npm run bench:pages -- [--origin http://localhost:4321] [--runs 5] [--only movies]`: measures
 * first visits on slow 4G and a slow phone. Pages with a goal for the first paint are compared with
 * bare baseline pages. Needs a running server with the sample cinema. `--worker` compares later
 * visits of a ticket holder with and without the service worker.
 */
import { parseArgs } from 'node:util';
import { href } from '#routes.ts';
import { findFilmPath, findSearchPath } from './bench/sample-paths.ts';
import { openBaselinePages } from './bench/baseline-page.ts';
import { median } from './bench/quantile.ts';
import { type Visit, measureVisit } from './bench/page-load.ts';
import { createTicketHolder } from './bench/ticket-holder.ts';
import { measureWorkerVisits, reportWorkerVisits } from './bench/worker-visits.ts';
import { exitWithError } from './command-error.ts';

/** Maxima. The two paints are ratios to the baseline; `blocking` is milliseconds. */
interface Goals {
  firstPaint?: number;
  largestPaint?: number;
  blocking?: number;
  layoutShift: number;
  scriptBytes?: number;
}
const STABLE_LAYOUT = { layoutShift: 0.02 };
const PUBLIC = { ...STABLE_LAYOUT, blocking: 100 };
const LANDING = { layoutShift: 0.01, blocking: 50 };
const GOALS = {
  home: { ...LANDING, firstPaint: 1.25, largestPaint: 1.4, scriptBytes: 30_000 },
  film: { ...LANDING, firstPaint: 1.15, largestPaint: 1.3, scriptBytes: 30_000 },
  movies: { ...PUBLIC, firstPaint: 1.25, largestPaint: 1.4, scriptBytes: 40_000 },
  search: { ...PUBLIC, firstPaint: 1.25, largestPaint: 1.4, scriptBytes: 40_000 },
  upcoming: { ...PUBLIC, scriptBytes: 40_000 },
  'about us': PUBLIC,
  'sign up': PUBLIC,
  booking: STABLE_LAYOUT,
  details: STABLE_LAYOUT,
  history: STABLE_LAYOUT,
} satisfies Record<string, Goals>;

interface Target {
  name: string;
  path: string;
  goals: Goals;
  isPrivate: boolean;
  visits: Visit[];
  baseline: Visit[];
}

async function findTargets(
  origin: string,
  { movieId, otherMovieId }: { movieId: number; otherMovieId: number },
) {
  const film = await findFilmPath(origin);
  const target = (name: keyof typeof GOALS, path: string, isPrivate = false): Target => ({
    name,
    path,
    goals: GOALS[name],
    isPrivate,
    visits: [],
    baseline: [],
  });
  return [
    target('home', href('home')),
    target('film', film),
    target('movies', href('movies')),
    target('search', await findSearchPath(origin)),
    target('upcoming', href('upcoming')),
    target('about us', href('aboutUs')),
    target('sign up', href('signup')),
    target('booking', href('ticketBooking', { movie_id: otherMovieId }), true),
    target('details', href('movieDetails', { movie_id: movieId }), true),
    target('history', href('purchaseHistory'), true),
  ];
}

type Figure = { value: number; shown: string };

function figuresOf({
  visits,
  baseline,
}: Target): Record<keyof Goals, Figure> & { requests: Figure; failed: Figure } {
  const medianOf = (all: Visit[], read: (visit: Visit) => number) => median(all.map(read));
  const ratioOrMs = (read: (visit: Visit) => number): Figure => {
    const own = medianOf(visits, read);
    if (baseline.length === 0) return { value: Number.NaN, shown: `${Math.round(own)} ms` };
    const ratio = own / medianOf(baseline, read);
    return { value: ratio, shown: `${ratio.toFixed(2)} × (${Math.round(own)} ms)` };
  };
  const plain = (read: (visit: Visit) => number, digits = 0): Figure => {
    const value = medianOf(visits, read);
    return { value, shown: value.toFixed(digits) };
  };
  return {
    firstPaint: ratioOrMs((visit) => visit.firstPaint),
    largestPaint: ratioOrMs((visit) => visit.largestPaint),
    blocking: plain((visit) => visit.blocking),
    layoutShift: plain((visit) => visit.layoutShift, 3),
    scriptBytes: plain((visit) => visit.scriptBytes),
    requests: plain((visit) => visit.requestCount),
    failed: plain((visit) => visit.failedCount),
  };
}

/** Prints a table and a line for each goal. Returns whether all goals are met. */
function report(targets: Target[]): boolean {
  const heads = [
    '',
    'first paint',
    'largest paint',
    'blocking ms',
    'shift',
    'script bytes',
    'requests',
    'failed',
  ];
  const row = (cells: string[]) =>
    cells.map((cell, at) => (at ? cell.padStart(18) : cell.padEnd(10))).join('');
  console.log(`\n${row(heads)}`);
  const verdicts = targets.flatMap((target) => {
    const figures = figuresOf(target);
    console.log(row([target.name, ...Object.values(figures).map(({ shown }) => shown)]));
    return Object.entries(target.goals).map(([figure, goal]) => {
      const { value, shown } = figures[figure as keyof Goals];
      return { isMet: value <= goal, line: `${target.name}: ${figure} ${shown}, at most ${goal}` };
    });
  });
  console.log();
  for (const { isMet, line } of verdicts) console.log(`  ${isMet ? 'pass ' : 'FAIL '} ${line}`);
  return verdicts.every(({ isMet }) => isMet);
}

async function bench(): Promise<boolean> {
  const { values } = parseArgs({
    options: {
      origin: { type: 'string', default: 'http://localhost:4321' },
      runs: { type: 'string', default: '5' },
      only: { type: 'string', default: '' },
      worker: { type: 'boolean', default: false },
    },
  });
  const { origin } = values;
  const holder = await createTicketHolder(origin);
  const targets = (await findTargets(origin, holder)).filter(({ name }) =>
    name.includes(values.only),
  );
  if (values.worker) {
    const landing = targets.filter(({ name }) => ['home', 'film'].includes(name));
    return reportWorkerVisits(
      await measureWorkerVisits({ origin, holder, pages: landing, runs: Number(values.runs) }),
    );
  }
  const hasBaseline = ({ goals }: Target) => goals.firstPaint !== undefined;
  const baseline = await openBaselinePages(
    origin,
    targets.filter(hasBaseline).map(({ path }) => decodeURI(path)),
  );
  for (let run = 0; run < Number(values.runs); run++) {
    for (const target of targets) {
      const visit = async () =>
        target.visits.push(
          await measureVisit(origin + target.path, target.isPrivate ? holder.localStorage : {}),
        );
      const visitBaseline = async () =>
        hasBaseline(target) &&
        target.baseline.push(await measureVisit(baseline.origin + target.path));
      // Alternating order, so that noise of the machine affects both equally.
      for (const turn of run % 2 ? [visitBaseline, visit] : [visit, visitBaseline]) await turn();
    }
    console.log(`run ${run + 1} of ${values.runs}`);
  }
  baseline.close();
  return report(targets);
}

process.exitCode = (await bench().catch(exitWithError)) ? 0 : 1;
