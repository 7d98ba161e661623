/**
 * `npm run bench:lighthouse -- [--origin http://localhost:4321] [--runs 5]`: measures the
 * Lighthouse scores of each public page, one film's page and one search on a simulated slow phone.
 * Needs a running server.
 */
import { parseArgs } from 'node:util';
import { routes } from '#routes.ts';
import { findFilmPath, findSearchPath } from './bench/sample-paths.ts';
import { CATEGORIES, runLighthouse, type LighthouseResult } from './bench/lighthouse.ts';
import { pick } from './bench/pick.ts';
import { median } from './bench/quantile.ts';
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
    const { failedAudits } = pick(results, scores.indexOf(median(scores)));
    if (!isPassed) for (const audit of failedAudits[category]) console.log(`           ${audit}`);
    return isPassed;
  });
  return passed.every(Boolean);
}

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
  const measured = paths.map((path) => ({ path, results: [] as LighthouseResult[] }));
  for (let run = 0; run < Number(values.runs); run++) {
    for (const { path, results } of measured)
      results.push(await runLighthouse(values.origin + path));
    console.log(`run ${run + 1} of ${values.runs}`);
  }
  return measured.map(({ path, results }) => report(path, results)).every(Boolean);
}

process.exitCode = (await bench().catch(exitWithError)) ? 0 : 1;
