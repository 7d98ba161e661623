import { firstOf } from '#domain/existing.ts';
import { join } from 'node:path';
import { option, sentence } from '#domain/format/sentence.ts';
import { displaySpace } from '#domain/format/bytes.ts';
import {
  type BatchFilm,
  type BatchResult,
  findFilms,
  ingestBatch,
} from '#server/ports/media/ingest/batch.ts';
import type { CaptionFile } from '#server/ports/media/ingest/captions/captions.ts';
import type { CaptionEncoding } from '#server/ports/media/ingest/captions/encodings.ts';
import { type IngestResult, ingestFilm } from '#server/ports/media/ingest/film.ts';
import type { FindingCode } from '#server/ports/media/ingest/findings.ts';
import { reportLines } from '#server/ports/media/ingest/report/report-lines.ts';
import type { Settings } from '#server/ports/media/ingest/settings.ts';
import { checkTools, hasAv1Encoder } from '#server/ports/media/ingest/tools.ts';
import { uploadPackage } from '#server/ports/media/ingest/upload.ts';
import { CommandError } from '../../command-error.ts';
import type { CommandContext } from '../command-context.ts';
import type { CommandResult } from '../command-result.ts';
import type { OutputTarget } from './fields.ts';
import { progressBar, type StageProgress } from './progress.ts';
import { detailsResult } from '../results.ts';
import { EXIT_INTERRUPTED, stopOnSignal } from '../stop-on-signal.ts';
import { openStorage } from '../storage.ts';

const DEFAULT_FOLDER = 'packages';

interface IngestInput extends Partial<Settings> {
  paths: string[];
  out: OutputTarget;
  folder?: string | undefined;
  film?: string | undefined;
  captions: CaptionFile[];
  captionEncoding?: CaptionEncoding | undefined;
  withoutCaptions: string[];
  accept: FindingCode[];
  separateTracks?: boolean | undefined;
  withoutAv1?: boolean | undefined;
}

class IngestInterrupted extends Error {
  exitCode = EXIT_INTERRUPTED;
}

export async function ingestFilms(
  context: CommandContext,
  input: IngestInput,
): Promise<CommandResult> {
  // Ctrl-C also reaches ffmpeg.
  const stop = new AbortController();
  const signal = AbortSignal.any([stop.signal, context.io.signal]);
  try {
    return await stopOnSignal(
      () => stop.abort(),
      () => ingest(context, input, signal),
    );
  } catch (error) {
    const reason = signal.aborted
      ? new IngestInterrupted('Stopped. Run the same command again to continue.')
      : error;
    // Ends the films that are encoded beside a failed one.
    stop.abort();
    throw reason;
  }
}

async function ingest(
  context: CommandContext,
  input: IngestInput,
  signal: AbortSignal,
): Promise<CommandResult> {
  if (!context.isDry) await checkTools();
  const films = await findFilms(input.paths.map(context.resolvePath));
  if (input.captions.length > 0 && films.length > 1)
    throw new CommandError(sentence`${option('captions')} is for one film`);
  if (input.film && films.length > 1)
    throw new CommandError(sentence`${option('film')} is for one film`);
  // Fails now, not after hours of encoding.
  if (input.film) await runCommand(context, ['movie', 'show', '--', input.film]);
  const ingestOne = createFilmIngester({ context, input, filmCount: films.length, signal });
  if (context.isDry) return dryRunResult(films, context.resolveOutputPath(folderOf(input)));
  const results: BatchResult[] = [];
  try {
    await ingestBatch({ films, ingest: ingestOne, onResult: (result) => results.push(result) });
  } finally {
    const position = ({ file }: BatchResult) => films.findIndex((film) => film.file === file);
    results.sort((a, b) => position(a) - position(b));
    printResults(context, results, films);
  }
  const isComplete = results.every(({ isGood }) => isGood);
  if (!input.film || !isComplete)
    return { view: 'ingest', data: { films: results }, report: [], exitCode: isComplete ? 0 : 2 };
  const folder = context.resolveOutputPath(join(folderOf(input), firstOf(films).name));
  await runCommand(context, ['media', 'attach', '--', input.film, folder]);
  return {
    view: 'ingest',
    data: { films: results, attachedTo: input.film },
    report: [`attached to the film ${input.film}`],
  };
}

async function runCommand({ io }: CommandContext, argv: string[]): Promise<void> {
  let errors = '';
  const exitCode = await io.runCommand!(argv, {
    out: () => undefined,
    err: (text) => void (errors += text),
  });
  if (exitCode !== 0) throw new CommandError(errors.trim());
}

const folderOf = ({ out, folder }: IngestInput): string =>
  (out.storage ? folder : out.folder) ?? DEFAULT_FOLDER;

const dryRunResult = (films: BatchFilm[], folder: string): CommandResult =>
  detailsResult(
    {
      dryRun: true,
      films: films.map(({ file, name }) => ({ file, outDir: join(folder, name) })),
    },
    films.map(({ file, name }) => `would make ${join(folder, name)} from ${file}`),
  );

function createFilmIngester({
  context,
  input,
  filmCount,
  signal,
}: {
  context: CommandContext;
  input: IngestInput;
  filmCount: number;
  signal: AbortSignal;
}) {
  const { paths: _, out, folder: __, film: ___, captions, withoutAv1, ...settings } = input;
  const { storage } = out;
  const folder = folderOf(input);
  const objects = storage && !context.isDry && openStorage(storage, signal);
  const captionFiles = captions.map((each) => ({ ...each, file: context.resolvePath(each.file) }));
  const shown = new Map<string, string>();
  const withBar = <T>(
    label: string,
    work: (onProgress: (progress: StageProgress) => void) => Promise<T>,
  ) => withProgressBar(progressBar(label, context.progressStream, shown), signal, work);

  return async ({ file, name }: BatchFilm, index: number) => {
    const outDir = join(folder, name);
    const label = filmCount > 1 ? `${index + 1}/${filmCount} ${name}` : name;
    const av1 = !withoutAv1 && (await hasAv1Encoder());
    const film = {
      ...settings,
      av1,
      source: file,
      outDir: context.resolveOutputPath(outDir),
      captions: captionFiles,
      signal,
    };
    const onStart = ({ neededBytes }: { neededBytes: number }) =>
      context.printProgress(`${label}: needs up to ${displaySpace(neededBytes)} of space`);
    const ingested = await withBar(label, (onProgress) =>
      ingestFilm({ ...film, onStart, onProgress }),
    );
    const { report } = ingested;
    if (!objects) return { message: describeIngested(ingested, outDir), report };
    const packagePath = await withBar(label, (onProgress) =>
      uploadPackage({
        objects,
        folder: context.resolveOutputPath(outDir),
        prefix: storage.prefix,
        onProgress: (fraction) => onProgress({ stage: 'upload', fraction }),
      }),
    );
    return {
      message: `${describeIngested(ingested, outDir)}; s3://${storage.bucket}/${packagePath}`,
      report,
    };
  };
}

async function withProgressBar<T>(
  bar: ReturnType<typeof progressBar>,
  signal: AbortSignal,
  work: (onProgress: (progress: StageProgress) => void) => Promise<T>,
): Promise<T> {
  try {
    return await work(bar.update);
  } catch (error) {
    // After Ctrl-C, an error of ffmpeg says nothing about the film.
    throw signal.aborted ? new IngestInterrupted() : error;
  } finally {
    bar.end();
  }
}

const OUTCOME_SUFFIXES: Record<IngestResult['outcome'], string> = {
  made: '',
  unchanged: ', already existed',
  captions: ', got new captions',
  mended: ', lacked files and is complete again',
};

function describeIngested(
  { manifest: { durationSeconds, renditions }, outcome }: IngestResult,
  outDir: string,
): string {
  const names = renditions.map(({ name }) => name).join(' ');
  return `${outDir}: ${Math.round(durationSeconds)} s, ${names}${OUTCOME_SUFFIXES[outcome]}`;
}

/** Prints successes like progress and failures to stderr. */
function printResults(
  { printProgress, io }: CommandContext,
  results: BatchResult[],
  films: BatchFilm[],
): void {
  const width = Math.max(...films.map(({ name }) => name.length));
  for (const { name, isGood, message, report } of results) {
    const line = `${isGood ? 'done  ' : 'failed'}  ${name.padEnd(width)}  ${message}`;
    if (isGood)
      printProgress(
        [line, ...(report ? reportLines(report) : []).map((each) => `        ${each}`)].join('\n'),
      );
    else io.err(`${line}\n`);
  }
  const notMadeCount = films.length - results.length;
  if (notMadeCount > 0 && films.length > 1) printProgress(`${notMadeCount} not made`);
}
