import { basename, dirname, resolve } from 'node:path';
import type { Db } from '../../db/database.ts';
import { type MediaStore, openMediaStore } from '../../ports/media/store.ts';
import {
  requireRefundConfirmation,
  type WithdrawalRefunds,
  countWithdrawalRefunds,
} from '../booking/withdrawals/withdrawal-refunds.ts';
import { movieSection } from './movies.ts';
import { channelSection, userSection } from './users-channels.ts';
import { readMapping } from './mapping.ts';
import { existingMovies } from './queries.ts';
import { readReferences } from './references.ts';
import type { ImportReport, Progress } from './report.ts';
import type { MovieRow } from './rows.ts';
import { importSection, type Run, type Section } from './section.ts';
import { collectionSection, couponSection, pageSection } from './collections-coupons-pages.ts';
import { readSource } from './source.ts';
import { insertRun, setRunState } from './runs-queries.ts';
import type { SourceRow } from './source-row.ts';
import { orderSection, reviewSection } from './reviews-orders.ts';

interface ImportOptions {
  db: Db;
  mediaDir: string;
  now: Date;
  onProgress?: (progress: Progress) => void;
  /** Stops the import after the batch that is being saved. */
  signal?: AbortSignal;
  /** Number of ticket refunds that the operator confirmed; `dry` skips the confirmation. */
  confirmedRefunds?: number | 'dry' | undefined;
  store?: MediaStore;
  /**
   * Creates languages and genres that the cinema does not have; otherwise their films are rejected.
   */
  mayCreateNames?: boolean;
  /** The operator. Without one, the import is not recorded, and cannot be undone. */
  who?: string;
}

interface ImportSource {
  file: string;
  /** Folder of the named media files; by default the folder of `file`. */
  mediaFolder?: string;
  /** File that says which parts of another system's catalogue are the fields of a film. */
  mappingFile?: string;
}

/**
 * Skips unchanged rows and reports invalid rows. Throws ImportError, MediaFolderError,
 * refunds_unconfirmed.
 */
export async function importCatalogue(
  {
    db,
    mediaDir,
    now,
    confirmedRefunds,
    onProgress = () => undefined,
    signal = new AbortController().signal,
    store = openMediaStore(mediaDir),
    mayCreateNames = false,
    who,
  }: ImportOptions,
  source: ImportSource,
): Promise<ImportReport> {
  const { sections, notes } = await readSource(
    source.file,
    source.mappingFile === undefined ? undefined : await readMapping(source.mappingFile),
  );
  const mediaFolder = resolve(source.mediaFolder ?? dirname(source.file));
  const run: Run = {
    db,
    now,
    store,
    mediaFolder,
    report: {
      sections: {},
      rejected: [],
      heldBack: [],
      notes,
      newNames: [],
      isStopped: false,
      importRunId: null,
      returns: await withdrawalRefundsFor(db, now, sections.movies),
    },
    onProgress,
    signal,
    mayCreateNames,
    importRunId: null,
  };

  if (run.report.returns && confirmedRefunds !== 'dry')
    requireRefundConfirmation(run.report.returns, confirmedRefunds);

  if (who !== undefined) {
    const file = basename(source.file);
    run.importRunId = await insertRun(db, { startedAt: now, who, file, state: 'running' });
    run.report.importRunId = run.importRunId;
  }
  await importRows(run, sections.users, () => userSection(run));
  await importRows(run, sections.movies, () => movieSection(run));
  const references = await readReferences(db);
  await importRows(run, sections.collections, () => collectionSection(run, references));
  await importRows(run, sections.channels, () => channelSection(run, references));
  await importRows(run, sections.coupons, () => couponSection(run, references));
  await importRows(run, sections.reviews, () => reviewSection(run, references));
  await importRows(run, sections.orders, () => orderSection(run, references));
  await importRows(run, sections.pages, () => pageSection(run));
  run.report.isStopped = signal.aborted;
  if (run.importRunId !== null)
    await setRunState(db, run.importRunId, signal.aborted ? 'stopped' : 'done');
  return run.report;
}

async function withdrawalRefundsFor(
  db: Db,
  now: Date,
  rows: SourceRow[] = [],
): Promise<WithdrawalRefunds | null> {
  const shown = new Map(
    (await existingMovies(db)).flatMap(({ ref, movieId, active }) =>
      active === 'Y' ? [[ref, movieId]] : [],
    ),
  );
  const movieIds = rows.flatMap(({ row }) => {
    const { ref, active } = (row ?? {}) as Partial<MovieRow>;
    return (active === 'N' && ref !== undefined && shown.get(ref)) || [];
  });
  const refunds = movieIds.length ? await countWithdrawalRefunds(db, now, movieIds) : null;
  return refunds?.tickets ? refunds : null;
}

async function importRows<Row, Value>(
  run: Run,
  rows: SourceRow[] | undefined,
  createSection: () => Promise<Section<Row, Value>>,
): Promise<void> {
  if (rows && !run.signal.aborted) await importSection(run, await createSection(), rows);
}
