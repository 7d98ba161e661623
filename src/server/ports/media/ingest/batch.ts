import { readdir, stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { basename, extname, join, resolve } from 'node:path';
import { refuseUnusableFolder } from './refused-folders.ts';
import type { DeliveryReport } from '#domain/delivery-report.ts';
import pMap from 'p-map';
import { MediaError } from '../errors.ts';

export interface BatchFilm {
  file: string;
  name: string;
}

export interface BatchResult extends BatchFilm {
  isGood: boolean;
  /**
   * The result, or the reason of the failure. A key of the command’s JSON output, like `isGood`.
   */
  message: string;
  /** Of a film that was made. */
  report?: DeliveryReport;
}

/** What is told of an ingested film. */
type FilmOutcome = Pick<BatchResult, 'message' | 'report'>;

/** Applies to files in folders; a file that is named explicitly may have any extension. */
export const VIDEO_EXTENSIONS = new Set(
  '.3gp .asf .avi .flv .m2ts .m2v .m4v .mkv .mov .mp4 .mpeg .mpg .mts .mxf .ogv .qt .ts .vob .webm .wmv'.split(
    ' ',
  ),
);

/**
 * Lists the films of these files and folders, each once; the films of a folder by name. Throws
 * MediaError if there are none.
 */
export async function findFilms(paths: string[]): Promise<BatchFilm[]> {
  const files = (await Promise.all(paths.map((path) => filesOf(resolve(path))))).flat();
  if (files.length === 0) throw new MediaError(`There is no video in ${paths.join(', ')}`);
  return [...new Set(files)].map((file) => ({ file, name: packageName(file) }));
}

async function filesOf(path: string): Promise<string[]> {
  const entry = await stat(path).catch(() => null);
  if (!entry?.isDirectory()) return [path];
  const names = await readdir(path);
  const films = names.filter((name) => VIDEO_EXTENSIONS.has(extname(name).toLowerCase()));
  refuseUnusableFolder(path, names, films.length);
  return films.toSorted().map((name) => join(path, name));
}

const packageName = (file: string) =>
  basename(file, extname(file))
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}._-]+/gu, '-')
    .replace(/^[.-]+|(?<!-)-+$/g, '') || 'film';

/**
 * Chosen: the largest picture keeps about eight cores busy, and the sound only one. More films
 * would compete for cores and space.
 */
const CORES_OF_FILM = 8;
export const filmsAtOnce = (cores: number): number =>
  Math.max(1, Math.floor(cores / CORES_OF_FILM));

/**
 * Ingests `concurrency` films at once. A MediaError fails only its film; any other error stops the
 * batch.
 */
export async function ingestBatch({
  films,
  ingest,
  onResult,
  concurrency = filmsAtOnce(availableParallelism()),
}: {
  films: BatchFilm[];
  ingest: (film: BatchFilm, index: number) => Promise<FilmOutcome>;
  onResult: (result: BatchResult) => void;
  concurrency?: number;
}): Promise<void> {
  const isDuplicate = ({ name }: BatchFilm, index: number) =>
    films.findIndex((each) => each.name === name) < index;
  const ingestOne = async (film: BatchFilm, index: number) =>
    onResult(
      isDuplicate(film, index)
        ? duplicateResult(film)
        : { ...film, ...(await toResult(() => ingest(film, index))) },
    );
  await pMap(films, ingestOne, { concurrency });
}

const duplicateResult = (film: BatchFilm): BatchResult => ({
  ...film,
  isGood: false,
  message: `Another film of this run has the name ${film.name}; rename one of them`,
});

async function toResult(
  ingest: () => Promise<FilmOutcome>,
): Promise<FilmOutcome & { isGood: boolean }> {
  try {
    return { isGood: true, ...(await ingest()) };
  } catch (error) {
    if (error instanceof MediaError) return { isGood: false, message: error.message };
    throw error;
  }
}
