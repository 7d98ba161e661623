import type { Database } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import {
  type AuditedCommand,
  type FinalOutcome,
  dryRun,
  runAuditedChange,
  runAuditedWork,
  recordFollowUpFailure,
} from '#server/operator/audit/actions.ts';
import type { Change } from '#server/operator/change.ts';
import { type MediaStore, openDryRunStore, openMediaStore } from '#server/ports/media/store.ts';
import type { CommandContext } from './command-context.ts';
import { changesResult, type ChangesResult } from './results.ts';

export interface ServerCommandContext extends CommandContext {
  deps: Deps;
  database: Database;
  command: string;
  /** Runs and audits a change in one transaction; --dry-run rolls it back. */
  change: (
    work: (deps: Deps) => Promise<Change[]>,
    afterCommit?: () => Promise<void>,
  ) => Promise<ChangesResult>;
  /**
   * Runs and audits work that needs several transactions or none. --dry-run calls `dryRunWork`,
   * which must change nothing.
   */
  runLong: <T>(
    work: (deps: Deps) => Promise<{ outcome: FinalOutcome; summary: string; value: T }>,
    dryRunWork: (deps: Deps) => Promise<T>,
  ) => Promise<T>;
  media: MediaStore;
}

export interface ServerHandle {
  deps: Deps;
  database: Database;
}

export function createServerCommandContext(
  context: CommandContext,
  {
    serverHandle: { deps, database },
    command,
    args,
  }: { serverHandle: ServerHandle; command: string; args: Record<string, unknown> },
): ServerCommandContext {
  const { io, isDry } = context;
  const auditedCommand: AuditedCommand = { who: io.who, command, args };
  return {
    ...context,
    backups: deps.backups,
    deps,
    database,
    command,
    async change(work, afterCommit) {
      const checkedWork = async (txDeps: Deps) => {
        const changes = await work(txDeps);
        context.checkChanges?.(changes);
        return changes;
      };
      if (isDry) return changesResult(await dryRun(deps, checkedWork), true);
      const { auditId, changes } = await runAuditedChange(deps, auditedCommand, checkedWork);
      await afterCommit?.().catch((error: unknown) => recordFollowUpFailure(deps, auditId, error));
      return changesResult(changes, false);
    },
    runLong: (work, dryRunWork) =>
      isDry ? dryRunWork(deps) : runAuditedWork(deps, auditedCommand, () => work(deps)),
    media: isDry ? openDryRunStore() : openMediaStore(deps.config.mediaDir),
  };
}
