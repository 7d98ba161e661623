import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../errors.ts';
import { type Change, changeOf } from '../../../operator/change.ts';
import { findPerson } from '../../people/actions.ts';
import { eraseFromDatabase } from './actions.ts';
import { countAccountRows } from './queries.ts';

/**
 * Erases a person for an operator. Call it in a transaction. After the commit, delete the files of
 * `posterKeys`, the posters of the person's submissions. `identifier` is that of `findPerson`.
 * `changes` has no personal data, because the audit log is kept. Throws person_unknown,
 * person_ambiguous, not_confirmed, payment_pending, owns_films.
 */
export async function erasePerson(
  deps: Deps,
  identifier: string,
  isConfirmed: (userId: number) => boolean,
): Promise<{ changes: Change[]; retainedCounts: Record<string, number>; posterKeys: string[] }> {
  const { db, now, personalData } = deps;
  const { userId } = await findPerson(db, identifier);
  if (!isConfirmed(userId)) throw new AppError('not_confirmed', [userId]);
  const before = {
    ...(await countAccountRows(db, userId)),
    ...(await personalData.countErasable(db, userId, now())),
  };
  const retainedCounts = await personalData.countRetained(db, userId);
  const posterKeys = await eraseFromDatabase(deps, userId).catch((error: unknown) => {
    throw withOperatorText(error, userId);
  });
  const after = Object.fromEntries(Object.keys(before).map((name) => [name, 0]));
  return { changes: changeOf(`user ${userId}`, before, after), retainedCounts, posterKeys };
}

function withOperatorText(error: unknown, userId: number): unknown {
  if (!(error instanceof AppError)) return error;
  if (error.code === 'payment_pending') return new AppError('person_payment_pending', [userId]);
  if (error.code === 'owns_films') return new AppError('person_owns_films', [userId]);
  return error;
}
