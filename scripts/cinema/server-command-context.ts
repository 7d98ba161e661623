import type { Database } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import { amend, type Deed, type Outcome, perform, rehearse, undertake } from '#server/operator/audit/actions.ts';
import type { Change } from '#server/operator/change.ts';
import { type MediaStore, openDryStore, openMediaStore } from '#server/ports/media/store.ts';
import type { Counter } from './counter.ts';
import { changesAnswer } from './print.ts';
import type { Answer } from './verb.ts';

/** What a command of the house has besides. */
export interface Desk extends Counter {
  deps: Deps;
  database: Database;
  command: string;
  /** Makes a change, writes it down, and says what it was; `after` it stands, `then` is done. With --dry-run it is taken back. */
  change: (work: (deps: Deps) => Promise<Change[]>, then?: () => Promise<Partial<Answer> | void>) => Promise<Answer>;
  /** Long work of many transactions, or of none; `rehearsal` is what --dry-run does instead, and leaves nothing. */
  undertake: <T>(
    work: (deps: Deps) => Promise<{ outcome: Outcome; said: string; value: T }>,
    rehearsal: (deps: Deps) => Promise<T>,
  ) => Promise<T>;
  /** The house's media; with --dry-run it keeps nothing. */
  media: MediaStore;
}

export interface Place {
  deps: Deps;
  database: Database;
}

export function deskOf(
  counter: Counter,
  { deps, database }: Place,
  command: string,
  args: Record<string, unknown>,
): Desk {
  const { io, isDry } = counter;
  const deed: Deed = { who: io.who, command, args };
  return {
    ...counter,
    deps,
    database,
    command,
    async change(work, then) {
      if (isDry) return changesAnswer(await rehearse(deps, work), true);
      const { auditId, changes } = await perform(deps, deed, work);
      const more = then && (await then().catch((error: unknown) => amend(deps, auditId, error)));
      return { ...changesAnswer(changes, false), ...more };
    },
    undertake: (work, rehearsal) => (isDry ? rehearsal(deps) : undertake(deps, deed, () => work(deps))),
    media: isDry ? openDryStore() : openMediaStore(deps.config.mediaDir),
  };
}
