import { fileURLToPath } from 'node:url';
import { rebuild, type RebuildOptions, type Report } from '#rebuild/rebuild.ts';
import { releaseAt } from '#rebuild/release/card.ts';
import { releasesOfWayBack, rollback } from '#rebuild/rollback.ts';
import { watchCatalogue } from '#rebuild/watch.ts';
import { changeOf } from '#server/operator/change.ts';
import { outletsOf, purgeWords } from '../../site-publisher.ts';
import type { Counter } from '../counter.ts';
import { readSettings } from '../settings.ts';
import type { Answer } from '../verb.ts';
import { writeDown } from '../write-down.ts';

const PROJECT = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');

interface Wish {
  full?: boolean | undefined;
  wait?: boolean | undefined;
  overBudget?: boolean | undefined;
  api?: string | undefined;
}

interface Typed extends Wish {
  rollback?: boolean | undefined;
  watch?: boolean | undefined;
}

/** `cinema rebuild`, as its options say. */
export async function rebuildAs(counter: Counter, typed: Typed): Promise<Answer> {
  const { rollback: isBack, watch, ...wish } = typed;
  const options = optionsOf(counter, wish);
  if (isBack && counter.isDry) return wayBack(options);
  if (watch && !isBack) return stay(options, counter);
  return written(counter, { ...typed }, options, () => (isBack ? goBack(options) : once(options)));
}

function optionsOf({ isDry, say }: Counter, { api, ...wish }: Wish): RebuildOptions {
  const config = readSettings();
  const { siteOrigins, host, port } = config;
  return {
    ...wish,
    ...outletsOf(config),
    apiOrigin: api ?? `http://${host === '0.0.0.0' ? '127.0.0.1' : host}:${port}`,
    origin: siteOrigins[0],
    projectDir: PROJECT,
    settings: process.env,
    dryRun: isDry,
    tell: say,
  };
}

function sentenceOf({ did, why, drawn, written, taken, release, published, purge }: Report): string {
  const bucket = published?.objects
    ? ` To the bucket went ${published.objects} files of ${published.bytes} bytes, ${published.removed} were removed.`
    : '';
  const sent = `${bucket}${purgeWords(purge)}`;
  if (did === 'fresh') return `The site is up to date.${sent}`;
  if (did === 'planned') return `The site would be rebuilt: ${why}.`;
  return `Release ${release}: ${why}; ${some(drawn, 'film')} drawn, ${some(written, 'page')} changed, ${taken} taken away.${sent}`;
}

const some = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`;

async function once(options: RebuildOptions): Promise<Answer> {
  const started = performance.now();
  const report = await rebuild(options);
  const seconds = Math.round(performance.now() - started) / 1000;
  return { data: { ...report, seconds }, lines: [`${sentenceOf(report)} (${seconds} s)`] };
}

async function stay(options: RebuildOptions, counter: Counter): Promise<Answer> {
  const { io, say } = counter;
  const again = () =>
    written(counter, { watch: true }, options, () => once(options)).then(
      ({ lines }) => lines.forEach(say),
      (error: Error) => io.err(`${error.message}\n`),
    );
  await watchCatalogue({ ...options, rebuild: again, signal: io.signal });
  return { data: {}, lines: [] };
}

function wayBack({ siteDir, dataDir }: RebuildOptions): Answer {
  const { left, before } = releasesOfWayBack(siteDir, dataDir);
  return {
    data: { dryRun: true, from: left.id, to: before.id },
    lines: [`The release ${before.id} would be served again, instead of ${left.id}.`],
  };
}

async function goBack(options: RebuildOptions): Promise<Answer> {
  const { from, to, published, purge } = await rollback(options);
  return {
    data: { did: 'rolled back', from, release: to, published, purge },
    lines: [`The release ${to} is served again, instead of ${from}.${purgeWords(purge)}`],
  };
}

/** A rebuild works beside the house, which is told of it afterwards: of one that changed what is served, and of one that failed. */
async function written(
  counter: Counter,
  args: Record<string, unknown>,
  { siteDir }: RebuildOptions,
  work: () => Promise<Answer>,
): Promise<Answer> {
  if (counter.isDry) return work();
  const served = () => ({ release: releaseAt(siteDir)?.id ?? null });
  const [before, began] = [served(), new Date().toISOString()];
  const note = (outcome: 'done' | 'refused', said: string) => {
    const changes = changeOf('site', before, served());
    if (outcome === 'done' && !changes.length) return Promise.resolve();
    return writeDown(counter, { command: 'rebuild', args, began, outcome, said, changes });
  };
  try {
    const answer = await work();
    await note('done', answer.lines.join(' '));
    return answer;
  } catch (error) {
    // One that stays tries again every minute, and says so where it stays.
    if (!args['watch']) await note('refused', (error as Error).message);
    throw error;
  }
}
