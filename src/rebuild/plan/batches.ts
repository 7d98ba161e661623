import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Movie } from '#contract/catalogue.ts';
import type { CatalogueClient } from './catalogue.ts';
import type { Plan } from './plan.ts';

export interface Batches {
  /** Files with a list of films each. */
  files: string[];
  removedKeys: Set<string>;
  cursor: string;
  filmCount: number;
}

/**
 * Writes the films to render into files, one for each page of the changes feed, so that only one
 * such page is in memory.
 */
export async function writeBatches(
  catalogue: CatalogueClient,
  { firstChanges, newlyStreamingFilms }: Pick<Plan, 'firstChanges' | 'newlyStreamingFilms'>,
  dir: string,
): Promise<Batches> {
  mkdirSync(dir, { recursive: true });
  const batches: Batches = {
    files: [],
    removedKeys: new Set(),
    cursor: firstChanges.cursor,
    filmCount: 0,
  };
  const addBatch = (films: readonly { movieKey: string }[]) => {
    if (films.length === 0) return;
    const file = join(dir, `${batches.files.length}.json`);
    writeFileSync(file, JSON.stringify(films));
    batches.files.push(file);
    batches.filmCount += films.length;
  };
  const firstKeys = new Set([
    ...firstChanges.changed.map(({ movieKey }) => movieKey),
    ...firstChanges.removed,
  ]);
  const unchangedButStreaming = newlyStreamingFilms.filter(
    ({ movieKey }) => !firstKeys.has(movieKey),
  );
  for (let page = firstChanges; ; page = await catalogue.changes(page.cursor)) {
    addBatch(page === firstChanges ? [...page.changed, ...unchangedButStreaming] : page.changed);
    // A film that changes during the loop occurs again; the later entry counts.
    for (const key of page.removed) batches.removedKeys.add(key);
    for (const { movieKey } of page.changed) batches.removedKeys.delete(movieKey);
    batches.cursor = page.cursor;
    if (page.isLast) return batches;
  }
}

/** Reads the films of all batches, each once and in its newest state. */
export function readFilms({ files, removedKeys }: Batches): Movie[] {
  const films = files.flatMap((file) =>
    Movie.array().parse(JSON.parse(readFileSync(file, 'utf8'))),
  );
  return [...new Map(films.map((film) => [film.movieKey, film])).values()].filter(
    ({ movieKey }) => !removedKeys.has(movieKey),
  );
}
