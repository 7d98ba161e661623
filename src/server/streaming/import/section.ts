import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { setImmediate } from 'node:timers/promises';
import pMap from 'p-map';
import type { z } from 'zod';
import { firstOf, lookUp } from '#domain/existing.ts';
import type { Db } from '../../db/database.ts';
import type { MediaStore } from '../../ports/media/store.ts';
import { ImportError, toImportError, constraintMessage, faultOf, plainFault } from './errors.ts';
import type {
  Counts,
  RowFault,
  ImportReport,
  Progress,
  ReportedRow,
  SectionName,
} from './report.ts';
import { faultsOf } from './rows.ts';
import { lockRun, recordChanges } from './runs-queries.ts';
import type { SourceRow } from './source-row.ts';
import { TRACKED_BY_SECTION } from './tracked-tables.ts';

export interface Run {
  db: Db;
  now: Date;
  store: MediaStore;
  mediaFolder: string;
  report: ImportReport;
  onProgress: (progress: Progress) => void;
  signal: AbortSignal;
  /**
   * Whether a language or genre that the cinema does not have is created. If not, its films are
   * rejected.
   */
  mayCreateNames: boolean;
  /** Null if the import is not recorded, and cannot be undone. */
  importRunId: number | null;
}

export interface RowToSave<Value> {
  ref: string;
  digest: string;
  value: Value;
}

export interface Section<Row, Value> {
  name: SectionName;
  schema: z.ZodType<Row>;
  refOf: (row: Row) => string;
  /** Digests of the rows in the database, by reference. */
  existing: Map<string, string | null>;
  /** Existing rows are never updated. */
  isImmutable?: boolean;
  /**
   * Resolves references and stores media, whose addresses count as content. Throws RowError,
   * MediaError.
   */
  prepare: (row: Row) => Value | Promise<Value>;
  /** Completes a new or changed row. Throws RowError. */
  resolveBeforeSave?: (value: Value) => Value;
  /** The reason why an imported row is not shown, or null. */
  heldBackFor?: (value: Value) => string | null;
  /** Content that may change while the row in the file does not. */
  contentOf?: (value: Value) => unknown;
  save: (tx: Db, rows: RowToSave<Value>[]) => Promise<unknown>;
  /** Other texts by which `tracked-tables.ts` finds the rows of the database. */
  otherRefsOf?: (value: Value) => string[];
  /** Adds to the report what the operator should know of the section. Called after its last row. */
  onEnd?: (report: ImportReport) => void;
}

export const digestsByRef = (
  rows: { ref: string; digest: string | null }[],
): Map<string, string | null> => new Map(rows.map(({ ref, digest }) => [ref, digest]));

type Entry<Row> = SourceRow & { ref: string; parsed: Row };
type Prepared<Value> = RowToSave<Value> & { at: string };

const BATCH_SIZE = 200;
const CONCURRENCY = Math.max(2, availableParallelism());

export const digestOf = (content: unknown): string =>
  createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 32);

/**
 * Imports a section in batches. Each batch is one transaction, so a crash or a stop leaves no
 * partial rows.
 */
export async function importSection<Row, Value>(
  run: Run,
  section: Section<Row, Value>,
  source: SourceRow[],
) {
  const counts: Counts = { added: 0, changed: 0, unchanged: 0, rejected: 0 };
  run.report.sections[section.name] = counts;
  const rejected: ReportedRow[] = [];
  const reject: Reject = (at, ref, ...faults) => {
    counts.rejected++;
    rejected.push(reportedRowOf({ section: section.name, at, ref, faults }));
  };
  const entries = checkRows(section, source, reject);
  let done = source.length - entries.length;
  const reportProgress = () => run.onProgress({ phase: section.name, done, total: source.length });
  reportProgress();
  for (let first = 0; first < entries.length; first += BATCH_SIZE) {
    const prepare = async (entry: Entry<Row>) => {
      if (run.signal.aborted) return undefined;
      const row = await prepareRow(section, entry, reject);
      done++;
      reportProgress();
      return row;
    };
    const results = await pMap(entries.slice(first, first + BATCH_SIZE), prepare, {
      concurrency: CONCURRENCY,
    });
    // An embedded database answers without events, so the event loop must run for a stop to arrive.
    await setImmediate();
    if (run.signal.aborted) break;
    const prepared = results.filter((row) => row !== undefined);
    for (const { at, ref, value } of prepared) {
      const reason = section.heldBackFor?.(value);
      if (reason)
        run.report.heldBack.push(
          reportedRowOf({ section: section.name, at, ref, faults: [plainFault(reason)] }),
        );
    }
    const rowsToSave = prepared.filter((row) => !isUnchanged(section, row));
    counts.unchanged += prepared.length - rowsToSave.length;
    await saveBatch({
      run,
      section,
      batch: resolveRows(section, rowsToSave, reject),
      reject,
      counts,
    });
  }
  const positions = new Map(source.map(({ at }, position) => [at, position]));
  rejected.sort((a, b) => lookUp(positions, a.at) - lookUp(positions, b.at));
  run.report.rejected.push(...rejected);
  section.onEnd?.(run.report);
}

const reportedRowOf = ({
  section,
  at,
  ref,
  faults,
}: {
  section: SectionName;
  at: string;
  ref: string | null;
  faults: RowFault[];
}): ReportedRow => ({
  section,
  ref,
  at,
  row: `${section}, ${at}${ref ? ` (${ref})` : ''}`,
  reason: faults.map((fault) => fault.reason).join('; '),
  faults,
});

type Reject = (at: string, ref: string | null, ...faults: RowFault[]) => void;

function checkRows<Row, Value>(
  { schema, refOf }: Section<Row, Value>,
  source: SourceRow[],
  reject: Reject,
): Entry<Row>[] {
  const seen = new Map<string, string>();
  return source.flatMap(({ at, row, problem }) => {
    const parsed = schema.safeParse(row);
    const ref = parsed.success ? refOf(parsed.data) : nameOfRow(row);
    const earlier = ref === null ? undefined : seen.get(ref);
    if (problem !== undefined) reject(at, ref, plainFault(problem));
    else if (!parsed.success) reject(at, ref, ...faultsOf(parsed.error, row));
    else if (ref === null) reject(at, ref, plainFault('it cannot be read'));
    else if (earlier !== undefined)
      reject(at, ref, {
        reason: `it appears twice, first at ${earlier}`,
        cause: 'it appears twice',
        value: ref,
      });
    else {
      seen.set(ref, at);
      return [{ at, row, ref, parsed: parsed.data }];
    }
    return [];
  });
}

function nameOfRow(row: unknown): string | null {
  const { ref, name, couponCode, movie, movieName } = (row ?? {}) as Record<string, unknown>;
  const rowName = [ref, name, couponCode, movie, movieName].find(
    (each) => typeof each === 'string' && each !== '',
  );
  return (rowName as string | undefined) ?? null;
}

async function prepareRow<Row, Value>(
  section: Section<Row, Value>,
  { at, ref, parsed }: Entry<Row>,
  reject: Reject,
): Promise<Prepared<Value> | undefined> {
  try {
    const value = await section.prepare(parsed);
    return { at, ref, value, digest: digestOf([parsed, section.contentOf?.(value) ?? null]) };
  } catch (error) {
    const fault = faultOf(error);
    if (!fault) throw error;
    reject(at, ref, fault);
    return undefined;
  }
}

const resolveRows = <Row, Value>(
  { resolveBeforeSave = (value) => value }: Section<Row, Value>,
  rows: Prepared<Value>[],
  reject: Reject,
): Prepared<Value>[] =>
  rows.flatMap((row) => {
    try {
      return [{ ...row, value: resolveBeforeSave(row.value) }];
    } catch (error) {
      const fault = faultOf(error);
      if (!fault) throw error;
      reject(row.at, row.ref, fault);
      return [];
    }
  });

const isUnchanged = <Row, Value>(
  { existing, isImmutable }: Section<Row, Value>,
  { ref, digest }: RowToSave<Value>,
) => existing.has(ref) && (isImmutable || existing.get(ref) === digest);

async function saveRecorded<Row, Value>(
  tx: Db,
  {
    run: { importRunId },
    section,
    batch,
  }: { run: Run; section: Section<Row, Value>; batch: Prepared<Value>[] },
): Promise<void> {
  if (importRunId === null) return void (await section.save(tx, batch));
  const importRun = await lockRun(tx, importRunId);
  if (importRun?.state !== 'running')
    throw new ImportError('This import was undone while it ran. It ends here.');
  const refs = batch.flatMap(({ ref, value }) => [ref, ...(section.otherRefsOf?.(value) ?? [])]);
  const names = TRACKED_BY_SECTION[section.name];
  await recordChanges(tx, { importRunId, names, refs }, () => section.save(tx, batch));
}

async function saveBatch<Row, Value>({
  run,
  section,
  batch,
  reject,
  counts,
}: {
  run: Run;
  section: Section<Row, Value>;
  batch: Prepared<Value>[];
  reject: Reject;
  counts: Counts;
}): Promise<void> {
  if (!batch.length) return;
  try {
    await run.db.transaction((tx) => saveRecorded(tx, { run, section, batch }));
  } catch (error) {
    if (error instanceof ImportError) throw error;
    const constraint = constraintMessage(error);
    const fault = faultOf(error) ?? (constraint === null ? null : plainFault(constraint));
    if (!fault) throw toImportError(error);
    const { at, ref } = firstOf(batch);
    if (batch.length === 1) return reject(at, ref, fault);
    // One bad row fails its batch: retry row by row to find it.
    for (const row of batch) await saveBatch({ run, section, batch: [row], reject, counts });
    return;
  }
  for (const { ref } of batch) counts[section.existing.has(ref) ? 'changed' : 'added']++;
}
