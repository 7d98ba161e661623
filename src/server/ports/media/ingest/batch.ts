import { readdir, stat } from 'node:fs/promises';
import { basename, extname, join, resolve } from 'node:path';
import { MediaError } from '../errors.ts';

export interface BatchFilm {
  file: string;
  /** Of its package's folder. */
  name: string;
}

export interface BatchResult extends BatchFilm {
  isGood: boolean;
  /** What was made, or why it could not be. */
  said: string;
}

/** What a folder's files are taken by; a file that is named itself may end in anything. */
const VIDEO_ENDINGS = new Set(
  '.3gp .asf .avi .flv .m2ts .m2v .m4v .mkv .mov .mp4 .mpeg .mpg .mts .mxf .ogv .qt .ts .vob .webm .wmv'.split(' '),
);

/** The films of these files and folders, each once, in the order of their names. Throws MediaError when there are none. */
export async function findFilms(paths: string[]): Promise<BatchFilm[]> {
  const files = (await Promise.all(paths.map((path) => filesOf(resolve(path))))).flat();
  if (files.length === 0) throw new MediaError(`There is no video in ${paths.join(', ')}`);
  return [...new Set(files)].map((file) => ({ file, name: packageName(file) }));
}

async function filesOf(path: string): Promise<string[]> {
  const entry = await stat(path).catch(() => null);
  if (!entry?.isDirectory()) return [path];
  const names = await readdir(path);
  return names
    .filter((name) => VIDEO_ENDINGS.has(extname(name).toLowerCase()))
    .toSorted()
    .map((name) => join(path, name));
}

const packageName = (file: string) =>
  basename(file, extname(file))
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}._-]+/gu, '-')
    .replace(/^[.-]+|-+$/g, '') || 'film';

/** Makes one film after the other; a film that cannot be made does not stop the others. What is not a film's own fault does. */
export async function ingestBatch(
  films: BatchFilm[],
  make: (film: BatchFilm, index: number) => Promise<string>,
  onResult: (result: BatchResult) => void,
): Promise<void> {
  const taken = new Set<string>();
  for (const [index, film] of films.entries()) {
    const isTwin = taken.has(film.name);
    taken.add(film.name);
    onResult(isTwin ? twin(film) : { ...film, ...(await attempt(() => make(film, index))) });
  }
}

const twin = (film: BatchFilm): BatchResult => ({
  ...film,
  isGood: false,
  said: `Another film of this run has the name ${film.name}; rename one of them`,
});

async function attempt(make: () => Promise<string>): Promise<Pick<BatchResult, 'isGood' | 'said'>> {
  try {
    return { isGood: true, said: await make() };
  } catch (error) {
    if (error instanceof MediaError) return { isGood: false, said: error.message };
    throw error;
  }
}
