import { operatorMessages as text } from '#messages/operator.ts';
import { isLockTimeout } from '../../db/unavailable.ts';
import { copySequences } from '../../db/copy-sequences.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { maskText } from '../../mask.ts';
import type { Change } from '../change.ts';
import { type AuditRow, findNewestAudit, insertAudit, updateAudit } from './queries.ts';

export interface AuditedCommand {
  who: string;
  command: string;
  args: Record<string, unknown>;
}

/** An entry about work that a command did outside the server. */
export interface AuditEntry extends AuditedCommand {
  /** ISO 8601, because the entry may arrive as JSON on the command socket. */
  began: string;
  outcome: AuditOutcome;
  summary: string;
  changes: Change[];
}

export type AuditOutcome = 'done' | 'partly' | 'refused';

const newAuditRow = (deps: Deps, { who, command, args }: AuditedCommand) => ({
  who,
  command,
  args: maskDeep(args),
  at: deps.now(),
  changes: [] as Change[],
});

/** Masks phone numbers and addresses: the audit log is kept longer than accounts. */
const maskDeep = (value: unknown): unknown => {
  if (typeof value === 'string') return maskText(value);
  if (Array.isArray(value)) return value.map(maskDeep);
  if (!value || typeof value !== 'object' || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, maskDeep(each)]));
};

/** Makes a change and records it in one transaction. If the change fails, it records only the refusal and throws. */
export async function runAuditedChange(
  deps: Deps,
  command: AuditedCommand,
  change: (deps: Deps) => Promise<Change[]>,
): Promise<{ auditId: number; changes: Change[] }> {
  try {
    return await deps.db.transaction(async (tx) => {
      const changes = await change({ ...deps, db: tx });
      const row = { ...newAuditRow(deps, command), changes, outcome: 'done', endedAt: deps.now() };
      return { auditId: await insertAudit(tx, row), changes };
    });
  } catch (error) {
    await recordRefusal(deps, command, error);
    throw error;
  }
}

export const recordRefusal = (deps: Deps, command: AuditedCommand, error: unknown) =>
  insertAudit(deps.db, {
    ...newAuditRow(deps, command),
    outcome: 'refused',
    said: maskText((error as Error).message),
    endedAt: deps.now(),
  });

/** Corrects the entry of a change whose follow-up work failed, for example at a provider. Throws the error again. */
export async function updateToRefused(deps: Deps, auditId: number, error: unknown): Promise<never> {
  await updateAudit(deps.db, auditId, { outcome: 'refused', said: maskText((error as Error).message) });
  throw error;
}

class DryRunRollback extends Error {}

/**
 * Makes a change and rolls it back, including the sequences. Long work (`isLong`) restores only the catalogue's sequences,
 * because other transactions that use a sequence must wait. Throws dry_run_busy.
 */
export async function dryRun<T>(deps: Deps, change: (deps: Deps) => Promise<T>, { isLong = false } = {}): Promise<T> {
  let result: { value: T } | undefined;
  const jobs = { ...deps.jobs, wake: () => undefined };
  try {
    await deps.db.transaction(async (tx) => {
      await copySequences(tx, isLong ? 'catalogue' : 'all');
      result = { value: await change({ ...deps, db: tx, jobs }) };
      throw new DryRunRollback();
    });
  } catch (error) {
    if (isLockTimeout(error)) throw new AppError('unavailable', 'dry_run_busy', text.dryRunBusy);
    if (!(error instanceof DryRunRollback)) throw error;
  }
  return result!.value;
}

/** Records work of several transactions at its start and at its end. If the process is killed, the outcome stays `begun`. */
export async function runAuditedWork<T>(
  deps: Deps,
  command: AuditedCommand,
  work: () => Promise<{ outcome: AuditOutcome; summary: string; value: T }>,
): Promise<T> {
  const id = await insertAudit(deps.db, { ...newAuditRow(deps, command), outcome: 'begun' });
  const recordEnd = (outcome: AuditOutcome, summary: string) =>
    updateAudit(deps.db, id, { outcome, said: maskText(summary), endedAt: deps.now() });
  try {
    const { outcome, summary, value } = await work();
    await recordEnd(outcome, summary);
    return value;
  } catch (error) {
    await recordEnd('refused', (error as Error).message);
    throw error;
  }
}

export const recordAuditEntry = (deps: Deps, { began, outcome, summary, changes, ...command }: AuditEntry) =>
  insertAudit(deps.db, {
    ...newAuditRow(deps, command),
    at: new Date(began),
    outcome,
    said: maskText(summary),
    changes,
    endedAt: deps.now(),
  });

export const listAuditEntries = ({ db }: Deps, since: Date | null, limit: number): Promise<AuditRow[]> =>
  findNewestAudit(db, since, limit);
