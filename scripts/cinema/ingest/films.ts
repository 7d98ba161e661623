import { join } from 'node:path';
import { type BatchFilm, type BatchResult, findFilms, ingestBatch } from '#server/ports/media/ingest/batch.ts';
import type { CaptionFile } from '#server/ports/media/ingest/captions/captions.ts';
import { type Ingested, ingestFilm } from '#server/ports/media/ingest/film.ts';
import type { Settings } from '#server/ports/media/ingest/settings.ts';
import { checkTools } from '#server/ports/media/ingest/tools.ts';
import { uploadPackage } from '#server/ports/media/ingest/upload.ts';
import { CommandError } from '../../failure.ts';
import type { Counter } from '../counter.ts';
import type { Answer } from '../verb.ts';
import type { Out } from './fields.ts';
import { progressBar, type Told } from './progress.ts';
import { openStorage } from '../storage.ts';

const FOLDER = 'packages';
const INTERRUPTED = 130;

export interface Wishes extends Partial<Settings> {
  paths: string[];
  out: Out;
  folder?: string | undefined;
  captions: CaptionFile[];
}

/** Ctrl-C was pressed. */
class Stopped extends Error {
  exitCode = INTERRUPTED;
}

export async function ingestFilms(counter: Counter, wishes: Wishes): Promise<Answer> {
  // Ctrl-C ends ffmpeg too. It comes twice: from the terminal, and forwarded by npm.
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop.abort());
  try {
    return await ingest(counter, wishes, stop.signal);
  } catch (error) {
    throw stop.signal.aborted ? new Stopped('Stopped. The same command goes on from here.') : error;
  }
}

async function ingest(counter: Counter, wishes: Wishes, signal: AbortSignal): Promise<Answer> {
  if (!counter.isDry) await checkTools();
  const films = await findFilms(wishes.paths.map(counter.path));
  if (wishes.captions.length > 0 && films.length > 1) throw new CommandError('--captions is for one film');
  const make = maker(counter, wishes, films.length, signal);
  if (counter.isDry) return rehearsal(films, counter.path(folderOf(wishes)));
  const results: BatchResult[] = [];
  try {
    await ingestBatch(films, make, (result) => results.push(result));
  } finally {
    sayTable(counter, results, films);
  }
  return { data: { films: results }, lines: [], code: results.every(({ isGood }) => isGood) ? 0 : 2 };
}

const folderOf = ({ out, folder }: Wishes): string => (out.storage ? folder : out.folder) ?? FOLDER;

const rehearsal = (films: BatchFilm[], folder: string): Answer => ({
  data: { dryRun: true, films: films.map(({ file, name }) => ({ file, outDir: join(folder, name) })) },
  lines: films.map(({ file, name }) => `would make ${join(folder, name)} of ${file}`),
});

function maker(counter: Counter, wishes: Wishes, count: number, signal: AbortSignal) {
  const { paths: _, out, folder: __, captions, ...settings } = wishes;
  const { storage } = out;
  const folder = folderOf(wishes);
  const objects = storage && !counter.isDry && openStorage(storage, signal);
  const named = captions.map((each) => ({ ...each, file: counter.path(each.file) }));

  return async ({ file, name }: BatchFilm, index: number): Promise<string> => {
    const outDir = join(folder, name);
    const label = count > 1 ? `${index + 1}/${count} ${name}` : name;
    const film = { ...settings, source: file, outDir: counter.path(outDir), captions: named, signal };
    const made = await showing(counter, label, signal, (tell) => ingestFilm({ ...film, onProgress: tell }));
    if (!objects) return sentence(made, outDir);
    const place = await showing(counter, label, signal, (tell) =>
      uploadPackage(objects, counter.path(outDir), storage.prefix, (fraction) =>
        tell({ stage: 'to the storage', fraction }),
      ),
    );
    return `${sentence(made, outDir)}; s3://${storage.bucket}/${place}`;
  };
}

async function showing<T>(
  { isJson }: Counter,
  label: string,
  signal: AbortSignal,
  work: (tell: (told: Told) => void) => Promise<T>,
): Promise<T> {
  const bar = progressBar(label, isJson ? process.stderr : process.stdout);
  try {
    return await work(bar.tell);
  } catch (error) {
    // Ctrl-C reaches ffmpeg as well: what it complains about then is no fault of the film.
    throw signal.aborted ? new Stopped() : error;
  } finally {
    bar.end();
  }
}

const OUTCOMES: Record<Ingested['outcome'], string> = {
  made: '',
  there: ', was there already',
  captions: ', got new captions',
};

function sentence({ manifest: { durationSeconds, renditions }, outcome, notes }: Ingested, outDir: string): string {
  const names = renditions.map(({ name }) => name).join(' ');
  return [`${outDir}: ${Math.round(durationSeconds)} s, ${names}${OUTCOMES[outcome]}`, ...notes].join('; ');
}

/** What became of each; those that failed, where failures are read. */
function sayTable({ say, io }: Counter, results: BatchResult[], films: BatchFilm[]): void {
  const width = Math.max(...films.map(({ name }) => name.length));
  for (const { name, isGood, said } of results) {
    const line = `${isGood ? 'done  ' : 'failed'}  ${name.padEnd(width)}  ${said}`;
    if (isGood) say(line);
    else io.err(`${line}\n`);
  }
  const left = films.length - results.length;
  if (left > 0 && films.length > 1) say(`${left} not made`);
}
