import { operatorMessages as text } from '#messages/operator.ts';
import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../errors.ts';
import { type Change, changeOf } from '../../../operator/change.ts';
import { personOf } from '../../people/actions.ts';
import { eraseFromDatabase } from './actions.ts';
import { keptOf, personalOf } from './queries.ts';

/** How many rows stay by law, no longer linked to the account. */
export type Kept = Awaited<ReturnType<typeof keptOf>>;

/**
 * Erases a person as their own account deletion does. What changed names nobody: the log outlives the account. The files of
 * `posterKeys` go once it is committed. Throws person_unknown, person_ambiguous, not_confirmed, payment_pending, owns_films.
 */
export async function deletePerson(
  { db, now }: Deps,
  name: string,
  isConfirmed: (userId: number) => boolean,
): Promise<{ changes: Change[]; kept: Kept; posterKeys: string[] }> {
  const { userId } = await personOf(db, name);
  if (!isConfirmed(userId)) throw new AppError('invalid', 'not_confirmed', text.deleteNotConfirmed(userId));
  const [before, kept] = [await personalOf(db, userId, now()), await keptOf(db, userId)];
  const posterKeys = await eraseFromDatabase(db, userId).catch((error: unknown) => {
    throw inOperatorsWords(error, userId);
  });
  const nothing = Object.fromEntries(Object.keys(before).map((what) => [what, 0]));
  return { changes: changeOf(`user ${userId}`, before, nothing), kept, posterKeys };
}

/** The person's own deletion says why it is refused to the person. */
function inOperatorsWords(error: unknown, userId: number): unknown {
  if (!(error instanceof AppError)) return error;
  if (error.code === 'payment_pending') return new AppError(error.kind, error.code, text.deletePaymentPending(userId));
  if (error.code === 'owns_films') return new AppError(error.kind, error.code, text.deleteOwnsFilms(userId));
  return error;
}
