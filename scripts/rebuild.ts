/** `npm run rebuild`: brings the public pages up to date with the catalogue, from an open house (README "Site out"). */
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { RebuildRunning } from '#rebuild/errors.ts';
import { rebuild, type Report, type RebuildOptions } from '#rebuild/rebuild.ts';
import { rollback } from '#rebuild/rollback.ts';
import { watchCatalogue } from '#rebuild/watch.ts';
import { readConfig } from '#server/config.ts';
import { laptopSecrets } from '#server/secrets.ts';
import { CommandError, fail } from './failure.ts';
import { publisherFor } from './site-publisher.ts';

const USAGE = `Makes the pages that changed since the last release and publishes them in one step. The house must be open.

  npm run rebuild -- [options]

  --full         make all pages anew
  --wait         wait for another rebuild to end, instead of leaving
  --rollback     serve the release before; nothing is built until something newer is there
  --watch        stay, and rebuild whenever the catalogue changes
  --dry-run      say what would be done
  --over-budget  publish also pages that are heavier than they should be
  --api <url>    where the house answers; otherwise on this machine, at PORT
  --json         say it in JSON

It ends with 0 when the site is up to date, and with 1 and a sentence when it could not be made; the old one stays then.`;

const PROJECT = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');

function readArguments() {
  const flag = { type: 'boolean', default: false } as const;
  try {
    return parseArgs({
      options: {
        full: flag,
        wait: flag,
        rollback: flag,
        watch: flag,
        'dry-run': flag,
        'over-budget': flag,
        json: flag,
        help: { ...flag, short: 'h' },
        api: { type: 'string' },
      },
    }).values;
  } catch (error) {
    throw new CommandError(`${(error as Error).message}\n\n${USAGE}`);
  }
}

async function main() {
  const given = readArguments();
  if (given.help) return console.log(USAGE);
  const { siteDir, siteBucket, dataDir, origin, host, port } = readConfig(process.env, laptopSecrets);
  const publisher = siteBucket && publisherFor(siteBucket);
  const say = (report: object, sentence: string) => console.log(given.json ? JSON.stringify(report) : sentence);
  if (given.rollback) {
    const { from, to } = await rollback({ siteDir, dataDir, publisher, wait: given.wait });
    return say({ did: 'rolled back', from, release: to }, `The release ${to} is served again, instead of ${from}.`);
  }
  const apiOrigin = given.api ?? `http://${host === '0.0.0.0' ? '127.0.0.1' : host}:${port}`;
  const options: RebuildOptions = {
    apiOrigin,
    origin,
    siteDir,
    dataDir,
    projectDir: PROJECT,
    settings: process.env,
    full: given.full,
    wait: given.wait,
    dryRun: given['dry-run'],
    overBudget: given['over-budget'],
    publisher,
  };
  const once = async () => {
    const started = performance.now();
    const report = await rebuild(options);
    const seconds = Math.round(performance.now() - started) / 1000;
    say({ ...report, seconds }, `${sentenceOf(report)} (${seconds} s)`);
  };
  if (!given.watch) return once();
  await watchCatalogue({ ...options, rebuild: () => once().catch(tellAndStay), signal: untilStopped() });
}

function sentenceOf({ did, why, drawn, written, taken, release, published }: Report): string {
  const sent = published?.objects
    ? ` To the bucket went ${published.objects} files of ${published.bytes} bytes, ${published.removed} were removed.`
    : '';
  if (did === 'fresh') return `The site is up to date.${sent}`;
  if (did === 'planned') return `The site would be rebuilt: ${why}.`;
  return `Release ${release}: ${why}; ${drawn} films drawn, ${written} pages changed, ${taken} taken away.${sent}`;
}

const tellAndStay = (error: unknown) => console.error(error instanceof Error ? error.message : error);

function untilStopped(): AbortSignal {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  return stop.signal;
}

await main().catch((error: unknown) =>
  fail(error instanceof RebuildRunning ? new CommandError(`${error.message}; --wait waits for it.`) : error),
);
