import { randomUUID } from 'node:crypto';
import type { OfficeJob } from '#contract/office.ts';
import type { OperationResult } from '#contract/operation-result.ts';
import { officeMessages as text } from '#messages/office.ts';
import type { Deps } from '../deps.ts';
import { AppError, throwError } from '../errors.ts';
import { maskPersonalData } from '../mask.ts';
import { findJob, insertJob, isJobRunning, type JobRow, updateRunningJob } from './queries.ts';

const MAX_LOG_LINES = 200;
const REPORT_INTERVAL_MS = 2000;
/** A job without a report for this time is shown as interrupted: its process has probably ended. */
const INTERRUPTED_AFTER_MS = 30_000;

type Work = (signal: AbortSignal, onProgress: (line: string) => void) => Promise<OperationResult>;

/**
 * Starts work that continues after the reply. Every server process can read and cancel the job,
 * because its log and state are stored in the database. Returns the job's id. Throws job_running
 * while a job of the same operation runs.
 */
export async function startJob(
  deps: Deps,
  { operation, startedBy, isDryRun }: Pick<JobRow, 'operation' | 'startedBy' | 'isDryRun'>,
  work: Work,
): Promise<string> {
  const { db, now } = deps;
  const jobId = randomUUID();
  const startedAt = now();
  if (await isJobRunning(db, operation, new Date(startedAt.getTime() - INTERRUPTED_AFTER_MS)))
    throw new AppError('job_running');
  await insertJob(db, {
    jobId,
    operation,
    startedBy,
    isDryRun,
    state: 'running',
    startedAt,
    seenAt: startedAt,
  });
  const stop = new AbortController();
  let log: string[] = [];
  const report = async () => {
    const job = await updateRunningJob(db, jobId, { log, seenAt: now() });
    if (job?.cancelRequestedAt) stop.abort(new AppError('job_cancelled'));
  };
  const timer = setInterval(
    () => void report().catch((error: unknown) => logFailure(deps, error)),
    REPORT_INTERVAL_MS,
  );
  const end = async (change: Partial<JobRow>) => {
    clearInterval(timer);
    await updateRunningJob(db, jobId, { ...change, log, endedAt: now() });
  };
  const ended = work(
    stop.signal,
    (line) => (log = [...log, maskPersonalData(line)].slice(-MAX_LOG_LINES)),
  )
    .then((result) => end({ state: result.isPartial ? 'partly' : 'done', result }))
    .catch((error: unknown) => end(failureOf(deps, error, stop.signal)))
    .catch((error: unknown) => logFailure(deps, error))
    .finally(() => running.delete(job));
  const job = { stop, ended };
  running.add(job);
  return jobId;
}

/** The jobs of this process. */
const running = new Set<{ stop: AbortController; ended: Promise<void> }>();
const STOP_TIMEOUT_MS = 5000;

/** Call it before the database closes. A job that does not stop in time is shown as interrupted. */
export async function stopJobs(): Promise<void> {
  const jobs = [...running];
  for (const { stop } of jobs) stop.abort(new AppError('server_closing'));
  const timeout = new Promise((resolve) => setTimeout(resolve, STOP_TIMEOUT_MS).unref());
  await Promise.race([Promise.all(jobs.map(({ ended }) => ended)), timeout]);
}

function failureOf(deps: Deps, error: unknown, signal: AbortSignal): Partial<JobRow> {
  if (signal.aborted && (error === signal.reason || (error as Error).name === 'AbortError'))
    return { state: 'cancelled' };
  if (error instanceof AppError) return { state: 'failed', error: error.message };
  logFailure(deps, error);
  return { state: 'failed', error: text.operationFailed };
}

const logFailure = ({ log }: Deps, error: unknown) =>
  log.error({ err: error }, 'a job of the back office failed');

export const jobReply = <Row extends Pick<JobRow, 'state' | 'seenAt'>>(
  { now }: Deps,
  row: Row,
): Omit<Row, 'state'> & Pick<OfficeJob, 'state'> => ({
  ...row,
  state:
    row.state === 'running' && now().getTime() - row.seenAt.getTime() > INTERRUPTED_AFTER_MS
      ? 'interrupted'
      : row.state,
});

/** Throws not_found. */
export async function readJob({ db }: Deps, jobId: string): Promise<JobRow> {
  const job = await findJob(db, jobId);
  if (!job) throw new AppError('job_not_found');
  return { ...job, result: job.result && withView(job.result) };
}

/** Of a job that an older release has run, only the lines are known. */
const withView = (result: OperationResult): OperationResult =>
  'view' in result
    ? result
    : { view: 'details', data: {}, tables: {}, facts: {}, ...linesOf(result) };

const linesOf = ({ lines, isPartial }: Pick<OperationResult, 'lines' | 'isPartial'>) => ({
  lines,
  isPartial,
});

/** Throws job_ended. */
export const cancelJob = async ({ db, now }: Deps, jobId: string): Promise<JobRow> =>
  (await updateRunningJob(db, jobId, { cancelRequestedAt: now() })) ??
  throwError(new AppError('job_ended'));
