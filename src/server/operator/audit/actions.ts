import { textBefore } from '#domain/text-before.ts';
import { isLockTimeout } from '../../db/unavailable.ts';
import { makeSequencesTransactional } from '../../db/make-sequences-transactional.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { type KeysetQuery, readKeysetPage } from '../../keyset-page.ts';
import { maskPersonalData } from '../../mask.ts';
import type { Change } from '../change.ts';
import {
  type AuditFilter,
  type AuditRow,
  findNewestAudit,
  insertAudit,
  lockChanges,
  updateAudit,
} from './queries.ts';

export interface AuditedCommand {
  /** User and machine: `asha@server-1`. */
  who: string;
  command: string;
  args: Record<string, unknown>;
}

/** An entry about work that a command did in its own process, such as a rebuild. */
export interface AuditEntry extends AuditedCommand {
  /** ISO 8601, because the entry may arrive as JSON on the command socket. */
  began: string;
  outcome: FinalOutcome;
  summary: string;
  changes: Change[];
}

export type FinalOutcome = Exclude<AuditRow['outcome'], 'begun'>;

const newAuditRow = (deps: Deps, { who, command, args }: AuditedCommand) => ({
  who,
  command,
  args: maskDeep(args),
  at: deps.now(),
  changes: [] as Change[],
});

/** Masks mobile numbers, email addresses and tokens: the audit log is kept longer than accounts. */
const maskDeep = (value: unknown): unknown => {
  if (typeof value === 'string') return maskPersonalData(value);
  if (Array.isArray(value)) return value.map(maskDeep);
  if (!value || typeof value !== 'object' || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, maskDeep(each)]));
};

/**
 * Makes a change and records it in one transaction. If the change fails, records only the failure
 * and throws.
 */
export async function runAuditedChange(
  deps: Deps,
  command: AuditedCommand,
  makeChange: (deps: Deps) => Promise<Change[]>,
): Promise<{ auditId: number; changes: Change[] }> {
  try {
    return await deps.db.transaction(async (tx) => {
      await lockChanges(tx, textBefore(command.command, ' '));
      const changes = await makeChange({ ...deps, db: tx });
      const row = {
        ...newAuditRow(deps, command),
        changes,
        outcome: 'done' as const,
        endedAt: deps.now(),
      };
      return { auditId: await insertAudit(tx, row), changes };
    });
  } catch (error) {
    const failure = {
      outcome: 'refused' as const,
      message: maskPersonalData((error as Error).message),
      endedAt: deps.now(),
    };
    await insertAudit(deps.db, { ...newAuditRow(deps, command), ...failure });
    throw error;
  }
}

/**
 * The work after the commit failed: the outcome becomes `refused`, the change stays. Throws the
 * error again.
 */
export async function recordFollowUpFailure(
  deps: Deps,
  auditId: number,
  error: unknown,
): Promise<never> {
  await updateAudit(deps.db, auditId, {
    outcome: 'refused',
    message: maskPersonalData((error as Error).message),
  });
  throw error;
}

class DryRunRollback extends Error {}

/**
 * Makes a change and rolls it back, including the sequences, which are locked until then. Long work
 * (`isLong`) locks and restores only the catalogue's sequences, which viewers' transactions do not
 * use. Throws dry_run_busy.
 */
export async function dryRun<T>(
  deps: Deps,
  makeChange: (deps: Deps) => Promise<T>,
  { isLong = false } = {},
): Promise<T> {
  let result: { value: T } | undefined;
  const jobsThatNeverStart = { ...deps.jobs, enqueue: () => undefined };
  try {
    await deps.db.transaction(async (tx) => {
      await makeSequencesTransactional(tx, isLong ? 'catalogue' : 'all');
      result = { value: await makeChange({ ...deps, db: tx, jobs: jobsThatNeverStart }) };
      throw new DryRunRollback();
    });
  } catch (error) {
    if (isLockTimeout(error)) throw new AppError('dry_run_busy');
    if (!(error instanceof DryRunRollback)) throw error;
  }
  return result!.value;
}

/**
 * For work of several transactions. Until it ends, or if the process is killed, the outcome is
 * `begun`.
 */
export async function runAuditedWork<T>(
  deps: Deps,
  command: AuditedCommand,
  work: () => Promise<{ outcome: FinalOutcome; summary: string; value: T }>,
): Promise<T> {
  const id = await insertAudit(deps.db, { ...newAuditRow(deps, command), outcome: 'begun' });
  const recordEnd = (outcome: FinalOutcome, summary: string) =>
    updateAudit(deps.db, id, { outcome, message: maskPersonalData(summary), endedAt: deps.now() });
  try {
    const { outcome, summary, value } = await work();
    await recordEnd(outcome, summary);
    return value;
  } catch (error) {
    await recordEnd('refused', (error as Error).message);
    throw error;
  }
}

export const recordAuditEntry = (
  deps: Deps,
  { began, outcome, summary, changes, ...command }: AuditEntry,
) =>
  insertAudit(deps.db, {
    ...newAuditRow(deps, command),
    at: new Date(began),
    outcome,
    message: maskPersonalData(summary),
    changes,
    endedAt: deps.now(),
  });

export const listAuditEntries = ({ db }: Deps, { limit, ...filter }: AuditFilter & KeysetQuery) =>
  readKeysetPage(
    limit,
    (count) => findNewestAudit(db, filter, count),
    ({ auditId }) => auditId,
  );
