import { join } from 'node:path';
import { MediaError } from '#server/ports/media/errors.ts';
import { type BatchFilm, type BatchResult, findFilms, ingestBatch } from '#server/ports/media/ingest/batch.ts';
import { type Ingested, ingestFilm } from '#server/ports/media/ingest/film.ts';
import { checkTools } from '#server/ports/media/ingest/tools.ts';
import { uploadPackage } from '#server/ports/media/ingest/upload.ts';
import { CommandError, fail } from './failure.ts';
import { readWishes, USAGE, type Wishes } from './ingest-arguments.ts';
import { progressBar, type Told } from './ingest-progress.ts';
import { openStorage } from './ingest-storage.ts';

const SOME_FAILED = 2;
const INTERRUPTED = 130;

/** Ctrl-C ends ffmpeg too. */
const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());

class Stopped extends Error {}

async function main(): Promise<number> {
  const wishes = readWishes();
  if (!wishes) {
    console.log(USAGE);
    return 0;
  }
  await checkTools();
  const films = await findFilms(wishes.paths);
  if (wishes.captions.length > 0 && films.length > 1) throw new CommandError('--captions is for one film');
  const results: BatchResult[] = [];
  const make = maker(wishes, films.length);
  try {
    await ingestBatch(films, make, (result) => results.push(result));
  } finally {
    printTable(results, films);
  }
  return results.every(({ isGood }) => isGood) ? 0 : SOME_FAILED;
}

function maker({ folder, storage, captions, settings }: Wishes, count: number) {
  const objects = storage && openStorage(storage, stop.signal);

  return async ({ file, name }: BatchFilm, index: number): Promise<string> => {
    const outDir = join(folder, name);
    const label = count > 1 ? `${index + 1}/${count} ${name}` : name;
    const film = { ...settings, source: file, outDir, captions, signal: stop.signal };
    const made = await showing(label, (tell) => ingestFilm({ ...film, onProgress: tell }));
    if (!objects) return sentence(made, outDir);
    const place = await showing(label, (tell) =>
      uploadPackage(objects, outDir, storage.prefix, (fraction) => tell({ stage: 'to the storage', fraction })),
    );
    return `${sentence(made, outDir)}; s3://${storage.bucket}/${place}`;
  };
}

async function showing<T>(label: string, work: (tell: (told: Told) => void) => Promise<T>): Promise<T> {
  const bar = progressBar(label);
  try {
    return await work(bar.tell);
  } catch (error) {
    // Ctrl-C reaches ffmpeg as well: what it complains about then is no fault of the film.
    throw stop.signal.aborted ? new Stopped() : error;
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

function printTable(results: BatchResult[], films: BatchFilm[]): void {
  const width = Math.max(...films.map(({ name }) => name.length));
  for (const { name, isGood, said } of results)
    (isGood ? console.log : console.error)(`${isGood ? 'done  ' : 'failed'}  ${name.padEnd(width)}  ${said}`);
  const left = films.length - results.length;
  if (left > 0 && films.length > 1) console.log(`${left} not made`);
}

process.exitCode = await main().catch((error: Error) => {
  if (stop.signal.aborted) {
    console.log('Stopped. The same command goes on from here.');
    return INTERRUPTED;
  }
  return fail(error instanceof MediaError ? new CommandError(error.message) : error);
});
