import { dirname, resolve } from 'node:path';
import type { Db } from '../../../db/database.ts';
import { type MediaStore, openMediaStore } from '../../../ports/media/store.ts';
import { movieSection } from './movies.ts';
import { channelSection, userSection } from './people.ts';
import { readReferences } from './references.ts';
import type { ImportReport, Progress } from './report.ts';
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
  /** Another keeper of media than the folder's, for a rehearsal. */
  store?: MediaStore;
}

export interface ImportSource {
  /** A catalogue: JSON, or CSV of films by its ending. */
  file: string;
  /** Where the pictures and films that it names lie; the file's own folder unless given. */
  mediaFolder?: string;
}

/**
 * Brings a catalogue file in. A row that is in already and has not changed is left alone, a row that cannot go in is
 * reported. Throws ImportError, MediaFolderError when nothing more can be done.
 */
export async function importCatalogue(
  { db, mediaDir, now, onProgress = () => undefined, store = openMediaStore(mediaDir) }: ImportOptions,
  source: ImportSource,
): Promise<ImportReport> {
  const rows = await readSource(source.file);
  const mediaFolder = resolve(source.mediaFolder ?? dirname(source.file));
  const run: Run = {
    db,
    now,
    store,
    mediaFolder,
    report: { sections: {}, rejected: [], heldBack: [] },
    onProgress,
  };

  await bring(run, rows.users, () => userSection(run));
  await bring(run, rows.movies, () => movieSection(run));
  const references = await readReferences(db);
  await bring(run, rows.collections, () => collectionSection(run, references));
  await bring(run, rows.channels, () => channelSection(run, references));
  await bring(run, rows.coupons, () => couponSection(run, references));
  await bring(run, rows.reviews, () => reviewSection(run, references));
  await bring(run, rows.orders, () => orderSection(run, references));
  await bring(run, rows.pages, () => pageSection(run));
  return run.report;
}

async function bring<Row, Value>(
  run: Run,
  rows: SourceRow[] | undefined,
  open: () => Promise<Section<Row, Value>>,
): Promise<void> {
  if (rows) await importSection(run, await open(), rows);
}
