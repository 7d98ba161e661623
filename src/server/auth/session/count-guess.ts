import type { Deps } from '../../deps.ts';
import type { AppError } from '../../errors.ts';
import type { Limit } from '../../rate-limits.ts';
import { GUESSES, limitsFrom, refusalOf, useFrom } from './caps.ts';
import type { Identity } from './username.ts';

/** A guess that was counted before it is judged, so that a thousand at once are as many as one after another. */
export interface Guess {
  /** What a wrong guess past the budget is answered. A right, living code is taken all the same: each code has its own five tries. */
  refusal: AppError | null;
  /** A right one shows that the account's person is here: the count of the wrong ones begins anew. */
  forgive: () => Promise<void>;
}

/** Counts a guess of a code or a password. Throws `too_many` for a network past its budget, which is not judged at all. */
export async function countGuess(
  deps: Deps,
  { destination }: Identity,
  { ip, deviceId }: { ip: string; deviceId: string | null },
): Promise<Guess> {
  if (deviceId) return countIn(deps, [GUESSES.deviceHour, GUESSES.deviceDay], deviceId);
  await useFrom(deps, GUESSES.address, ip);
  const guess = await countIn(deps, [GUESSES.destinationHour, GUESSES.destinationDay], destination);
  return {
    ...guess,
    forgive: async () => {
      await guess.forgive();
      for (const { limit, key } of limitsFrom(deps, GUESSES.address, ip)) await deps.limits.refund(limit, key);
    },
  };
}

async function countIn({ limits }: Deps, budgets: Limit[], key: string): Promise<Guess> {
  let refusal: AppError | null = null;
  for (const budget of budgets) {
    const uses = await limits.count(budget, key);
    if (uses.isOver) refusal ??= refusalOf(budget, uses);
  }
  return {
    refusal,
    forgive: async () => {
      for (const budget of budgets) await limits.forgive(budget, key);
    },
  };
}
