import { existsSync } from 'node:fs';
import type { AuditEntry } from '#server/operator/audit/actions.ts';
import type { CommandContext } from './command-context.ts';
import { sendCommand, isEmbeddedDatabase } from './command-socket.ts';
import { describeError } from './run-and-print.ts';
import { readSettings } from './settings.ts';

/**
 * Records work that a command did in its own process, in the server's audit log. If this fails, it
 * prints the reason and the command still succeeds. A machine that has only the site, and no
 * database, has no audit log.
 */
export async function recordAuditEntryInServer(
  { io }: CommandContext,
  entry: Omit<AuditEntry, 'who'>,
): Promise<void> {
  const fullEntry: AuditEntry = { ...entry, who: io.who };
  try {
    const settings = readSettings();
    if (isEmbeddedDatabase(settings)) {
      if (
        (await sendCommand({ dataDir: settings.dataDir, argv: [], io, auditEntry: fullEntry })) !==
        null
      )
        return;
      if (!existsSync(settings.databaseUrl.replace(/^file:(\/\/)?/, ''))) return;
    }
    const { recordAuditEntryLocally } = await import('./local-server.ts');
    await recordAuditEntryLocally(settings, fullEntry);
  } catch (error) {
    io.err(
      `The command was done, but could not be recorded in the audit log: ${describeError(error)}\n`,
    );
  }
}
