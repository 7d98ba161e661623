import { resolve } from 'node:path';
import type { Database } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import { amend, type Deed, type Outcome, perform, rehearse, undertake } from '#server/operator/audit/actions.ts';
import type { Change } from '#server/operator/change.ts';
import { type MediaStore, openDryStore, openMediaStore } from '#server/ports/media/store.ts';
import { changesAnswer } from './print.ts';
import type { Answer } from './verb.ts';

/** Where a command reads and writes: the terminal, or the other end of the house's line. */
export interface Io {
  out: (text: string) => void;
  err: (text: string) => void;
  stdin: () => Promise<string>;
  /** The folder where the command was given. */
  cwd: string;
  /** `asha@till-1` */
  who: string;
  /** Raised when whoever gave the command is gone. */
  signal: AbortSignal;
}

/** What every command has. */
export interface Counter {
  io: Io;
  isDry: boolean;
  isJson: boolean;
  /** A file as the caller named it. */
  path: (file: string) => string;
  /** A line about work under way; never among the data of --json. */
  say: (line: string) => void;
}

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
  /** Where the house's API answers, for as long as the command runs. */
  apiOrigin: () => Promise<string>;
}

export interface Place {
  deps: Deps;
  database: Database;
  apiOrigin: () => Promise<string>;
}

export const counterOf = (io: Io, { isDry, isJson }: { isDry: boolean; isJson: boolean }): Counter => ({
  io,
  isDry,
  isJson,
  path: (file) => resolve(io.cwd, file),
  say: (line) => (isJson ? io.err : io.out)(`${line}\n`),
});

export function deskOf(
  counter: Counter,
  { deps, database, apiOrigin }: Place,
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
    apiOrigin,
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
