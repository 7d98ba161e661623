import { recordAuditEntry } from '#server/operator/audit/actions.ts';
import type { Io } from './command-context.ts';
import { createServerCommandContext, type ServerHandle } from './server-command-context.ts';
import type { CommandRequest } from './command-socket.ts';
import { commandGroups } from './command-groups.ts';
import { type Invocation, parseCommandLine } from './parse-command-line.ts';
import { runAndPrint } from './run-and-print.ts';
import type { CommandDefinition } from './command.ts';

export async function handleCommandRequest(
  server: ServerHandle,
  { argv, auditEntry }: CommandRequest,
  io: Io,
): Promise<number> {
  if (auditEntry) return recordAuditEntry(server.deps, auditEntry).then(() => 0);
  const invocation = parseCommandLine(commandGroups, argv, io);
  return typeof invocation === 'number' ? invocation : runServerCommand(server, io, invocation);
}

/**
 * Runs a command in a process that has the server's database and providers open. Returns the exit
 * code.
 */
export const runServerCommand = (
  server: ServerHandle,
  io: Io,
  invocation: Invocation,
): Promise<number> =>
  runAndPrint(io, invocation, (context) => {
    const { command, name, input } = invocation;
    if (command.runsIn === 'client') return command.run(context, input);
    const args = argsToLog(command, input as Record<string, unknown>);
    return command.run(
      createServerCommandContext(context, { serverHandle: server, command: name, args }),
      input,
    );
  });

export const argsToLog = (
  { unloggedArgs = [] }: CommandDefinition,
  input: Record<string, unknown>,
) => Object.fromEntries(Object.entries(input).filter(([name]) => !unloggedArgs.includes(name)));
