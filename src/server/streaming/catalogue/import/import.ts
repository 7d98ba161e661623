import { dirname, resolve } from 'node:path';
import type { Db } from '../../../db/database.ts';
import { type MediaStore, openMediaStore } from '../../../ports/media/store.ts';
import { confirmReturns, type Returns, returnsOf } from '../../payments/refunds/returns.ts';
import { movieSection } from './movies.ts';
import { channelSection, userSection } from './people.ts';
import { knownMovies } from './queries.ts';
import { readReferences } from './references.ts';
import type { ImportReport, Progress } from './report.ts';
import type { MovieRow } from './rows.ts';
import { importSection, type Run, type Section } from './section.ts';
import { collectionSection, couponSection, pageSection } from './shelf.ts';
import { readSource, type SourceRow } from './source.ts';
import { orderSection, reviewSection } from './visits.ts';

export interface ImportOptions {
  db: Db;
  /** The house's own media folder. */
  mediaDir: string;
  /** What relative dates count from. */
  now: Date;
  onProgress?: (progress: Progress) => void;
  /** The number of tickets that the operator confirmed; `dry` asks for none. */
  confirmed?: number | 'dry' | undefined;
  /** Another keeper of media than the folder's, for a rehearsal. */
  store?: MediaStore;
}

export interface ImportSource {
  /** A catalogue: JSON, or a table of films by its ending (`.csv`, `.tsv`, `.txt`). */
  file: string;
  /** Where the pictures and films that it names lie; the file's own folder unless given. */
  mediaFolder?: string;
}

/**
 * Brings a catalogue file in. A row that is in already and has not changed is left alone, a row that cannot go in is
 * reported. Throws ImportError, MediaFolderError when nothing more can be done, returns_unconfirmed.
 */
export async function importCatalogue(
  { db, mediaDir, now, confirmed, onProgress = () => undefined, store = openMediaStore(mediaDir) }: ImportOptions,
  source: ImportSource,
): Promise<ImportReport> {
  const { sections, notes } = await readSource(source.file);
  const mediaFolder = resolve(source.mediaFolder ?? dirname(source.file));
  const run: Run = {
    db,
    now,
    store,
    mediaFolder,
    report: { sections: {}, rejected: [], heldBack: [], notes, returns: await returnsOfRows(db, now, sections.movies) },
    onProgress,
  };

  if (run.report.returns && confirmed !== 'dry') confirmReturns(run.report.returns, confirmed);

  await bring(run, sections.users, () => userSection(run));
  await bring(run, sections.movies, () => movieSection(run));
  const references = await readReferences(db);
  await bring(run, sections.collections, () => collectionSection(run, references));
  await bring(run, sections.channels, () => channelSection(run, references));
  await bring(run, sections.coupons, () => couponSection(run, references));
  await bring(run, sections.reviews, () => reviewSection(run, references));
  await bring(run, sections.orders, () => orderSection(run, references));
  await bring(run, sections.pages, () => pageSection(run));
  return run.report;
}

/** What the rows that take a film off give back. */
async function returnsOfRows(db: Db, now: Date, rows: SourceRow[] = []): Promise<Returns | null> {
  const shown = new Map(
    (await knownMovies(db)).flatMap(({ ref, movieId, active }) => (active === 'Y' ? [[ref, movieId]] : [])),
  );
  const movieIds = rows.flatMap(({ row }) => {
    const { ref, active } = (row ?? {}) as Partial<MovieRow>;
    return (active === 'N' && ref !== undefined && shown.get(ref)) || [];
  });
  const returns = movieIds.length ? await returnsOf(db, now, movieIds) : null;
  return returns?.tickets ? returns : null;
}

async function bring<Row, Value>(
  run: Run,
  rows: SourceRow[] | undefined,
  open: () => Promise<Section<Row, Value>>,
): Promise<void> {
  if (rows) await importSection(run, await open(), rows);
}
