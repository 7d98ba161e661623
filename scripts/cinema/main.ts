import { hostname, userInfo } from 'node:os';
import { text } from 'node:stream/consumers';
import { escapeControls } from '#domain/plain-text.ts';
import { CommandError } from '../command-error.ts';
import type { Io } from './command-context.ts';
import { sendCommand, isEmbeddedDatabase } from './command-socket.ts';
import { commandGroups } from './command-groups.ts';
import { type Invocation, parseCommandLine } from './parse-command-line.ts';
import { describeError, EXIT_FAILURE, runAndPrint } from './run-and-print.ts';
import { readSettings } from './settings.ts';
import { EXIT_INTERRUPTED, stopOnSignal } from './stop-on-signal.ts';

/**
 * Runs a command line from a terminal. Returns the exit code. Server modules are imported late:
 * loading them is slow.
 */
export async function main(argv: string[]): Promise<number> {
  const io: Io = {
    ...createTerminalIo(),
    runCommand: (args, output) => runArguments(args, { ...io, ...output }),
  };
  return runArguments(argv, io);
}

async function runArguments(argv: string[], io: Io): Promise<number> {
  const invocation = parseCommandLine(commandGroups, argv, io);
  if (typeof invocation === 'number') return invocation;
  const { command, input } = invocation;
  if (command.runsIn === 'client')
    return runAndPrint(io, invocation, (context) => command.run(context, input));
  try {
    return await runWhereDatabaseIsOpen(argv, io, invocation);
  } catch (error) {
    io.err(`${describeError(error)}\n`);
    return EXIT_FAILURE;
  }
}

/**
 * Ctrl-C stops the command after its current step, also in the process of the server. The command
 * then says what it did.
 */
async function runWhereDatabaseIsOpen(
  argv: string[],
  terminal: Io,
  invocation: Invocation,
): Promise<number> {
  const settings = readSettings();
  const stop = new AbortController();
  let isReadingInput = false;
  const stdin = async () => {
    isReadingInput = true;
    return terminal.stdin().finally(() => (isReadingInput = false));
  };
  const io = { ...terminal, stdin, signal: AbortSignal.any([stop.signal, terminal.signal]) };
  const onStop = () => {
    // The command has done nothing while it waits for its input.
    if (isReadingInput) process.exit(EXIT_INTERRUPTED);
    io.err('Stopping after the current step. Press Ctrl-C again to end at once.\n');
    stop.abort(new CommandError('Stopped.'));
  };
  return stopOnSignal(onStop, async () => {
    const exitCode = isEmbeddedDatabase(settings)
      ? await sendCommand({ dataDir: settings.dataDir, argv, io })
      : null;
    if (exitCode !== null) return exitCode;
    const { runCommandLocally } = await import('./run-command-locally.ts');
    return runCommandLocally(settings, io, invocation);
  });
}

type Output = Pick<NodeJS.WritableStream, 'write'>;

/**
 * A text of the database must not control the terminal: clear it, rename it, or hide what follows.
 */
export function createTerminalIo(
  stdout: Output = process.stdout,
  stderr: Output = process.stderr,
): Io {
  return {
    out: (line) => void stdout.write(escapeControls(line)),
    err: (line) => void stderr.write(escapeControls(line)),
    stdin: () => text(process.stdin),
    // npm changes to the project's folder; INIT_CWD is the folder where npm was called.
    cwd: process.env['INIT_CWD'] ?? process.cwd(),
    // With sudo, the audit log names the person, not root.
    who: `${process.env['SUDO_USER'] ?? userInfo().username}@${hostname()}`,
    signal: new AbortController().signal,
  };
}
