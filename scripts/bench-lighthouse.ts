/**
 * `npm run bench:lighthouse -- [--origin http://localhost:4321] [--runs 5]`: measures the Lighthouse scores of each public page,
 * one film's page and one search on a simulated slow phone. Needs a running server.
 */
import { parseArgs } from 'node:util';
import { routes } from '#routes.ts';
import { findFilmPath, findSearchPath } from './bench/sample-paths.ts';
import { CATEGORIES, runLighthouse, type LighthouseResult } from './bench/lighthouse.ts';
import { median } from './bench/median.ts';
import { exitWithError } from './command-error.ts';

const GOALS = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 };

function report(path: string, results: LighthouseResult[]): boolean {
  console.log(`\n${decodeURI(path)} (median of ${results.length})`);
  const passed = CATEGORIES.map((category) => {
    const scores = results.map((each) => each.scores[category]);
    const isPassed = median(scores) >= GOALS[category];
    const runs = new Set(scores).size > 1 ? `   runs ${scores.join(' ')}` : '';
    console.log(
      `  ${isPassed ? 'pass ' : 'FAIL '} ${category.padEnd(20)} ${String(median(scores)).padStart(4)}   at least ${GOALS[category]}${runs}`,
    );
    if (!isPassed)
      for (const audit of failedAuditsOf({ results, scores, score: median(scores), category }))
        console.log(`           ${audit}`);
    return isPassed;
  });
  return passed.every(Boolean);
}

const failedAuditsOf = ({
  results,
  scores,
  score,
  category,
}: {
  results: LighthouseResult[];
  scores: number[];
  score: number;
  category: (typeof CATEGORIES)[number];
}) => results[scores.indexOf(score)]!.failedAudits[category];

async function bench(): Promise<boolean> {
  const { values } = parseArgs({
    options: {
      origin: { type: 'string', default: 'http://localhost:4321' },
      runs: { type: 'string', default: '5' },
    },
  });
  const pages = Object.values(routes).filter(
    ({ access, build }) => access === 'either' && build === 'page',
  );
  const paths = [
    ...pages.map(({ path }) => path),
    await findFilmPath(values.origin),
    await findSearchPath(values.origin),
  ];
  const results = new Map(paths.map((path) => [path, [] as LighthouseResult[]]));
  for (let run = 0; run < Number(values.runs); run++) {
    for (const path of paths) results.get(path)!.push(await runLighthouse(values.origin + path));
    console.log(`run ${run + 1} of ${values.runs}`);
  }
  return paths.map((path) => report(path, results.get(path)!)).every(Boolean);
}

process.exitCode = (await bench().catch(exitWithError)) ? 0 : 1;
