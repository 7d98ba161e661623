/**
 * `npm run bench:lighthouse -- [--origin http://localhost:4321] [--runs 5]`: Lighthouse's judgement of home, a list, a film
 * page and a content page, as its slow phone sees them. Needs a house that is open.
 */
import { parseArgs } from 'node:util';
import { href } from '#routes.ts';
import { aFilmPath } from './bench/film-path.ts';
import { CATEGORIES, judge, type Verdict } from './bench/lighthouse.ts';
import { median } from './bench/median.ts';
import { fail } from './failure.ts';

/** What the median of a page's runs is held to. */
const GOALS = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 };

function report(path: string, verdicts: Verdict[]): boolean {
  console.log(`\n${decodeURI(path)} (median of ${verdicts.length})`);
  const held = CATEGORIES.map((category) => {
    const scores = verdicts.map((each) => each.scores[category]);
    const holds = median(scores) >= GOALS[category];
    const runs = new Set(scores).size > 1 ? `   runs ${scores.join(' ')}` : '';
    console.log(
      `  ${holds ? 'holds ' : 'FAILS '} ${category.padEnd(20)} ${String(median(scores)).padStart(4)}   at least ${GOALS[category]}${runs}`,
    );
    if (!holds)
      for (const fault of faultsOf(verdicts, scores, median(scores), category)) console.log(`           ${fault}`);
    return holds;
  });
  return held.every(Boolean);
}

/** The faults of the run that the median is. */
const faultsOf = (verdicts: Verdict[], scores: number[], score: number, category: (typeof CATEGORIES)[number]) =>
  verdicts[scores.indexOf(score)]!.faults[category];

async function bench(): Promise<boolean> {
  const { values } = parseArgs({
    options: { origin: { type: 'string', default: 'http://localhost:4321' }, runs: { type: 'string', default: '5' } },
  });
  const paths = [href('home'), href('movies'), await aFilmPath(values.origin), href('aboutUs')];
  const verdicts = new Map(paths.map((path) => [path, [] as Verdict[]]));
  for (let run = 0; run < Number(values.runs); run++) {
    for (const path of paths) verdicts.get(path)!.push(await judge(values.origin + path));
    console.log(`run ${run + 1} of ${values.runs}`);
  }
  return paths.map((path) => report(path, verdicts.get(path)!)).every(Boolean);
}

try {
  process.exitCode = (await bench()) ? 0 : 1;
} catch (error) {
  fail(error);
}
