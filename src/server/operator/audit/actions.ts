import { operatorMessages as text } from '#messages/operator.ts';
import { isLockTimeout } from '../../db/away.ts';
import { copySequences } from '../../db/copy-sequences.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { masked } from '../../mask.ts';
import type { Change } from '../change.ts';
import { type AuditRow, changeAudit, insertAudit, newestAudit } from './queries.ts';

/** Who asks for what. */
export interface Deed {
  who: string;
  command: string;
  args: Record<string, unknown>;
}

/** What a command did outside the house. */
export interface Done extends Deed {
  /** When it began; ISO, for it may come over a line. */
  began: string;
  outcome: Outcome;
  said: string;
  changes: Change[];
}

export type Outcome = 'done' | 'partly' | 'refused';

const nothingYet = (deps: Deps, { who, command, args }: Deed) => ({
  who,
  command,
  args: maskedDeep(args),
  at: deps.now(),
  changes: [] as Change[],
});

/** Numbers and addresses of people stay out of the log, which outlives their accounts. */
const maskedDeep = (value: unknown): unknown => {
  if (typeof value === 'string') return masked(value);
  if (Array.isArray(value)) return value.map(maskedDeep);
  if (!value || typeof value !== 'object' || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, maskedDeep(each)]));
};

/** Makes a change and writes it down, in one transaction: both are there, or neither. A refusal is written down alone. */
export async function perform(
  deps: Deps,
  deed: Deed,
  change: (deps: Deps) => Promise<Change[]>,
): Promise<{ auditId: number; changes: Change[] }> {
  try {
    return await deps.db.transaction(async (tx) => {
      const changes = await change({ ...deps, db: tx });
      const row = { ...nothingYet(deps, deed), changes, outcome: 'done', endedAt: deps.now() };
      return { auditId: await insertAudit(tx, row), changes };
    });
  } catch (error) {
    await noteRefusal(deps, deed, error);
    throw error;
  }
}

export const noteRefusal = (deps: Deps, deed: Deed, error: unknown) =>
  insertAudit(deps.db, {
    ...nothingYet(deps, deed),
    outcome: 'refused',
    said: masked((error as Error).message),
    endedAt: deps.now(),
  });

/** What was written down as done went wrong behind the change (a provider refused). Throws the error on. */
export async function amend(deps: Deps, auditId: number, error: unknown): Promise<never> {
  await changeAudit(deps.db, auditId, { outcome: 'refused', said: masked((error as Error).message) });
  throw error;
}

class TakenBack extends Error {}

/**
 * Makes a change and takes it back: what it would change, with every check of the real thing. It uses up no numbers; long work
 * (`isLong`) keeps only those of the catalogue, so that viewers do not wait for it. Throws dry_run_busy.
 */
export async function rehearse<T>(deps: Deps, change: (deps: Deps) => Promise<T>, { isLong = false } = {}): Promise<T> {
  let result: { value: T } | undefined;
  const jobs = { ...deps.jobs, wake: () => undefined };
  try {
    await deps.db.transaction(async (tx) => {
      await copySequences(tx, isLong ? 'catalogue' : 'all');
      result = { value: await change({ ...deps, db: tx, jobs }) };
      throw new TakenBack();
    });
  } catch (error) {
    if (isLockTimeout(error)) throw new AppError('unavailable', 'dry_run_busy', text.dryRunBusy);
    if (!(error instanceof TakenBack)) throw error;
  }
  return result!.value;
}

/** Work of many transactions: written down when it begins, and again when it ends. A row left at `begun` was killed. */
export async function undertake<T>(
  deps: Deps,
  deed: Deed,
  work: () => Promise<{ outcome: Outcome; said: string; value: T }>,
): Promise<T> {
  const id = await insertAudit(deps.db, { ...nothingYet(deps, deed), outcome: 'begun' });
  const end = (outcome: Outcome, said: string) =>
    changeAudit(deps.db, id, { outcome, said: masked(said), endedAt: deps.now() });
  try {
    const { outcome, said, value } = await work();
    await end(outcome, said);
    return value;
  } catch (error) {
    await end('refused', (error as Error).message);
    throw error;
  }
}

/** Writes down what was done where the house is not: in a folder that it serves. */
export const noteDone = (deps: Deps, { began, outcome, said, changes, ...deed }: Done) =>
  insertAudit(deps.db, {
    ...nothingYet(deps, deed),
    at: new Date(began),
    outcome,
    said: masked(said),
    changes,
    endedAt: deps.now(),
  });

/** What was done, newest first. */
export const listDeeds = ({ db }: Deps, since: Date | null, limit: number): Promise<AuditRow[]> =>
  newestAudit(db, since, limit);
