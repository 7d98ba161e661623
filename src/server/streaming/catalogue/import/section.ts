import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import type { z } from 'zod';
import type { Db } from '../../../db/database.ts';
import type { MediaStore } from '../../../ports/media/store.ts';
import { databaseFailure, databaseRefusal, faultOf, plainFault, RowError } from './errors.ts';
import type { Counts, Fault, ImportReport, Progress, Rejection, SectionName } from './report.ts';
import { faultsOf } from './rows.ts';
import type { SourceRow } from './source.ts';

/** One import under way. */
export interface Run {
  db: Db;
  now: Date;
  store: MediaStore;
  mediaFolder: string;
  report: ImportReport;
  onProgress: (progress: Progress) => void;
}

/** A row with everything it needs to be stored. */
export interface Ready<Value> {
  ref: string;
  digest: string;
  value: Value;
}

export interface Section<Row, Value> {
  name: SectionName;
  schema: z.ZodType<Row>;
  refOf: (row: Row) => string;
  /** What is in the database already: digests by ref. */
  known: Map<string, string | null>;
  /** Whether a row that is in stays as it is, whatever the file says now. */
  isSettled?: boolean;
  /** Finds what the row refers to and keeps its media, whose addresses count as content. Throws RowError, MediaError. */
  prepare: (row: Row) => Value | Promise<Value>;
  /** Why a prepared row goes in without being on show; null for the others. */
  heldBackFor?: (value: Value) => string | null;
  /** The part of a prepared row that may differ while the row in the file does not. */
  contentOf?: (value: Value) => unknown;
  save: (tx: Db, rows: Ready<Value>[]) => Promise<unknown>;
}

/** What a query knows, by ref. */
export const digests = (rows: { ref: string; digest: string | null }[]): Map<string, string | null> =>
  new Map(rows.map(({ ref, digest }) => [ref, digest]));

type Entry<Row> = SourceRow & { ref: string; parsed: Row };
type Prepared<Value> = Ready<Value> & { at: string };

const BATCH = 200;

export const digestOf = (content: unknown): string =>
  createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 32);

/** Brings a section in, batch by batch. A batch is one transaction: after a crash a row is in with all its parts or not at all. */
export async function importSection<Row, Value>(
  run: Run,
  section: Section<Row, Value>,
  source: SourceRow[],
): Promise<void> {
  const counts: Counts = { added: 0, changed: 0, unchanged: 0, rejected: 0 };
  run.report.sections[section.name] = counts;
  const rejected: Rejection[] = [];
  const reject: Reject = (at, ref, ...faults) => {
    counts.rejected++;
    rejected.push(rejectionOf(section.name, at, ref, faults));
  };
  const entries = checkRows(section, source, reject);
  let done = source.length - entries.length;
  const tell = () => run.onProgress({ phase: section.name, done, total: source.length });
  tell();
  for (let first = 0; first < entries.length; first += BATCH) {
    const ready = await eachOf(entries.slice(first, first + BATCH), async (entry) => {
      const row = await prepareRow(section, entry, reject);
      done++;
      tell();
      return row;
    });
    const prepared = ready.filter((row) => row !== undefined);
    for (const { at, ref, value } of prepared) {
      const reason = section.heldBackFor?.(value);
      if (reason) run.report.heldBack.push(rejectionOf(section.name, at, ref, [plainFault(reason)]));
    }
    const fresh = prepared.filter((row) => !isIn(section, row));
    counts.unchanged += prepared.length - fresh.length;
    await saveBatch(run, section, fresh, reject, counts);
  }
  const places = new Map(source.map(({ at }, place) => [at, place]));
  rejected.sort((a, b) => places.get(a.at)! - places.get(b.at)!);
  run.report.rejected.push(...rejected);
}

const rejectionOf = (section: SectionName, at: string, ref: string | null, faults: Fault[]): Rejection => ({
  section,
  ref,
  at,
  row: `${section}, ${at}${ref ? ` (${ref})` : ''}`,
  reason: faults.map((fault) => fault.reason).join('; '),
  faults,
});

type Reject = (at: string, ref: string | null, ...faults: Fault[]) => void;

function checkRows<Row, Value>(
  { schema, refOf }: Section<Row, Value>,
  source: SourceRow[],
  reject: Reject,
): Entry<Row>[] {
  const seen = new Map<string, string>();
  return source.flatMap(({ at, row, problem }) => {
    const parsed = schema.safeParse(row);
    const ref = parsed.success ? refOf(parsed.data) : nameOf(row);
    const earlier = ref === null ? undefined : seen.get(ref);
    if (problem !== undefined) reject(at, ref, plainFault(problem));
    else if (!parsed.success) reject(at, ref, ...faultsOf(parsed.error, row));
    else if (ref === null) reject(at, ref, plainFault('it cannot be read'));
    else if (earlier !== undefined) reject(at, ref, repeatedFault(ref, earlier));
    else {
      seen.set(ref, at);
      return [{ at, row, ref, parsed: parsed.data }];
    }
    return [];
  });
}

const repeatedFault = (ref: string, earlier: string): Fault =>
  new RowError(`it is there twice, first at ${earlier}`, 'it is there twice', ref).fault;

/** What a broken row calls itself, so that it can be found. */
function nameOf(row: unknown): string | null {
  const { ref, name, couponCode, movie, movieName } = (row ?? {}) as Record<string, unknown>;
  const own = [ref, name, couponCode, movie, movieName].find((each) => typeof each === 'string' && each !== '');
  return (own as string | undefined) ?? null;
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

const isIn = <Row, Value>({ known, isSettled }: Section<Row, Value>, { ref, digest }: Ready<Value>) =>
  known.has(ref) && (isSettled || known.get(ref) === digest);

async function saveBatch<Row, Value>(
  run: Run,
  section: Section<Row, Value>,
  batch: Prepared<Value>[],
  reject: Reject,
  counts: Counts,
): Promise<void> {
  if (!batch.length) return;
  try {
    await run.db.transaction((tx) => section.save(tx, batch));
  } catch (error) {
    const refusal = databaseRefusal(error);
    const fault = faultOf(error) ?? (refusal === null ? null : plainFault(refusal));
    if (!fault) throw databaseFailure(error);
    const [only, ...others] = batch;
    if (!others.length) return reject(only!.at, only!.ref, fault);
    // One row spoils its batch: alone, each shows whether it is the one.
    for (const row of batch) await saveBatch(run, section, [row], reject, counts);
    return;
  }
  for (const { ref } of batch) counts[section.known.has(ref) ? 'changed' : 'added']++;
}

/** What a task gives for every item, in their order; as many run at once as there are cores. The first failure ends it. */
async function eachOf<Item, Result>(items: Item[], task: (item: Item) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  const worker = async () => {
    while (next < items.length) {
      const index = next++;
      results[index] = await task(items[index]!).catch((error: unknown) => {
        next = items.length;
        throw error;
      });
    }
  };
  await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, worker));
  return results;
}
