import { fileURLToPath } from 'node:url';
import { rebuild, type RebuildOptions, type RebuildReport } from '#rebuild/rebuild.ts';
import { readRelease } from '#rebuild/release/manifest.ts';
import { findRollbackReleases, rollback } from '#rebuild/rollback.ts';
import { watchCatalogue } from '#rebuild/watch.ts';
import { changeOf } from '#server/operator/change.ts';
import { publishTargetsOf, purgeMessage } from '../../site-publisher.ts';
import type { CommandContext } from '../command-context.ts';
import { readSettings } from '../settings.ts';
import type { CommandResult } from '../command-result.ts';
import { formatReport } from '../print.ts';
import { detailsResult } from '../results.ts';
import { recordAuditEntryInServer } from '../record-audit-entry.ts';

const PROJECT = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');

interface RebuildInput {
  full?: boolean | undefined;
  plain?: boolean | undefined;
  wait?: boolean | undefined;
  overBudget?: boolean | undefined;
  api?: string | undefined;
}

interface RebuildCommandInput extends RebuildInput {
  rollback?: boolean | undefined;
  watch?: boolean | undefined;
}

export async function runRebuildCommand(
  context: CommandContext,
  input: RebuildCommandInput,
): Promise<CommandResult> {
  const { rollback: isRollback, watch, ...rebuildInput } = input;
  const options = toRebuildOptions(context, rebuildInput);
  if (isRollback && context.isDry) return planRollback(options);
  if (watch && !isRollback) return watchAndRebuild(options, context);
  return withAuditEntry(context, {
    args: { ...input },
    rebuildOptions: options,
    work: () => (isRollback ? runRollback(options) : rebuildOnce(options)),
  });
}

function toRebuildOptions(
  { io, isDry, printProgress }: CommandContext,
  { api, overBudget, ...input }: RebuildInput,
): RebuildOptions {
  const config = readSettings();
  const { siteOrigins, host, port } = config;
  return {
    ...input,
    ...publishTargetsOf(config),
    apiOrigin: api ?? `http://${host === '0.0.0.0' ? '127.0.0.1' : host}:${port}`,
    origin: siteOrigins[0],
    projectDir: PROJECT,
    settings: process.env,
    allowOverBudget: overBudget,
    dryRun: isDry,
    onProgress: printProgress,
    signal: io.signal,
  };
}

function describeReport({
  outcome,
  reason,
  rendered,
  written,
  removed,
  release,
  published,
  purge,
}: RebuildReport): string {
  const upload = published?.objects
    ? ` Uploaded ${published.objects} files (${published.bytes} bytes) to the bucket, removed ${published.removed}.`
    : '';
  const publishing = `${upload}${purgeMessage(purge)}`;
  if (outcome === 'fresh') return `The site is up to date.${publishing}`;
  if (outcome === 'planned') return `The site would be rebuilt: ${reason}.`;
  return `Release ${release}: ${reason}; ${countOf(rendered, 'film')} built, ${countOf(written, 'page')} changed, ${removed} removed.${publishing}`;
}

const noticesOf = ({ leftOut, overBudget }: RebuildReport): string[] => [
  ...leftOut.map(
    ({ path, problem }) =>
      `The page ${path} is not published: ${problem}. The film has the general film page.`,
  ),
  ...overBudget.map((line) => `A page is heavier than its budget: ${line}`),
];

const countOf = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

async function rebuildOnce(options: RebuildOptions): Promise<CommandResult> {
  const started = performance.now();
  const report = await rebuild(options);
  const seconds = Math.round(performance.now() - started) / 1000;
  return detailsResult({ ...report, seconds }, [
    `${describeReport(report)} (${seconds} s)`,
    ...noticesOf(report),
  ]);
}

async function watchAndRebuild(
  options: RebuildOptions,
  context: CommandContext,
): Promise<CommandResult> {
  const { io, printProgress } = context;
  const rebuildAndReport = () =>
    withAuditEntry(context, {
      args: { watch: true },
      rebuildOptions: options,
      work: () => rebuildOnce(options),
    }).then(
      ({ report }) => formatReport(report).forEach(printProgress),
      (error: Error) => io.err(`${error.message}\n`),
    );
  await watchCatalogue({ ...options, rebuild: rebuildAndReport, signal: io.signal });
  return detailsResult({}, []);
}

function planRollback({ siteDir, dataDir }: RebuildOptions): CommandResult {
  const { current, previous } = findRollbackReleases(siteDir, dataDir);
  return detailsResult({ dryRun: true, from: current.id, to: previous.id }, [
    `Release ${previous.id} would be published again, instead of ${current.id}.`,
  ]);
}

async function runRollback(options: RebuildOptions): Promise<CommandResult> {
  const { from, to, published, purge } = await rollback(options);
  return detailsResult({ outcome: 'rolled back', from, release: to, published, purge }, [
    `Release ${to} is published again, instead of ${from}.${purgeMessage(purge)}`,
  ]);
}

/** Adds an audit entry afterwards if the published release changed, or if the rebuild failed. */
async function withAuditEntry(
  context: CommandContext,
  {
    args,
    rebuildOptions: { siteDir },
    work,
  }: {
    args: Record<string, unknown>;
    rebuildOptions: RebuildOptions;
    work: () => Promise<CommandResult>;
  },
): Promise<CommandResult> {
  if (context.isDry) return work();
  const publishedRelease = () => ({ release: readRelease(siteDir)?.id ?? null });
  const [before, began] = [publishedRelease(), new Date().toISOString()];
  const recordEntry = (outcome: 'done' | 'refused', summary: string) => {
    const changes = changeOf('site', before, publishedRelease());
    if (outcome === 'done' && !changes.length) return Promise.resolve();
    return recordAuditEntryInServer(context, {
      command: 'rebuild',
      args,
      began,
      outcome,
      summary,
      changes,
    });
  };
  try {
    const result = await work();
    await recordEntry('done', formatReport(result.report).join(' '));
    return result;
  } catch (error) {
    // --watch tries again every minute and prints each failure.
    if (!args['watch']) await recordEntry('refused', (error as Error).message);
    throw error;
  }
}
