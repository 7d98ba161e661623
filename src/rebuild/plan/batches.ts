import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Catalogue } from './catalogue.ts';
import type { Plan } from './plan.ts';

export interface Batches {
  /** Files with a list of films each. */
  files: string[];
  gone: Set<string>;
  /** How far the catalogue's changes are in them. */
  cursor: string;
  films: number;
}

/** Asks for all that the plan wants drawn and writes it into files, a page of the catalogue each, so that no more than one is in memory. */
export async function writeBatches(catalogue: Catalogue, { first, opened }: Plan, dir: string): Promise<Batches> {
  mkdirSync(dir, { recursive: true });
  const batches: Batches = { files: [], gone: new Set(), cursor: first.cursor, films: 0 };
  const add = (films: readonly { movieKey: string }[]) => {
    if (films.length === 0) return;
    const file = join(dir, `${batches.files.length}.json`);
    writeFileSync(file, JSON.stringify(films));
    batches.files.push(file);
    batches.films += films.length;
  };
  const inFirst = new Set([...first.changed.map(({ movieKey }) => movieKey), ...first.removed]);
  const alsoOpened = opened.filter(({ movieKey }) => !inFirst.has(movieKey));
  for (let page = first; ; page = await catalogue.changes(page.cursor)) {
    add(page === first ? [...first.changed, ...alsoOpened] : page.changed);
    // A film that changes while it is asked for comes a second time; the later word holds.
    for (const key of page.removed) batches.gone.add(key);
    for (const { movieKey } of page.changed) batches.gone.delete(movieKey);
    batches.cursor = page.cursor;
    if (page.isLast) return batches;
  }
}
