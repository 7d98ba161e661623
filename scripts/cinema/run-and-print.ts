import { AppError } from '#server/errors.ts';
import { MediaError } from '#server/ports/media/errors.ts';
import { ProviderError } from '#server/ports/provider-error.ts';
import { expectedErrorMessage } from '../command-error.ts';
import { type CommandContext, createCommandContext, type Io } from './command-context.ts';
import type { Invocation } from './parse-command-line.ts';
import type { CommandResult } from './command-result.ts';
import { formatReport } from './print.ts';

export const EXIT_FAILURE = 1;

/** Runs a command and prints its result or its error. Returns the exit code. */
export async function runAndPrint(
  io: Io,
  { isDry, isJson }: Invocation,
  work: (context: CommandContext) => Promise<CommandResult>,
): Promise<number> {
  try {
    const { data, report, exitCode } = await work(createCommandContext(io, { isDry, isJson }));
    const lines = isJson ? [JSON.stringify(data, null, 2)] : formatReport(report);
    io.out(lines.map((line) => `${line}\n`).join(''));
    return exitCode ?? 0;
  } catch (error) {
    io.err(`${describeError(error)}\n`);
    return (error as { exitCode?: number }).exitCode ?? EXIT_FAILURE;
  }
}

/** Returns the message of an expected error, or the stack of an unexpected one. */
export function describeError(error: unknown): string {
  if (error instanceof AppError || error instanceof MediaError) return error.message;
  if (error instanceof ProviderError) {
    const { provider, kind, message } = error;
    return {
      unreachable: `${provider} cannot be reached (${message}). Try again later.`,
      refused: `${provider} refused the request: ${message}`,
      garbled: `${provider} sent a response that cannot be read (${message}). Look at its dashboard before you repeat the command: it may have done it.`,
    }[kind];
  }
  return expectedErrorMessage(error) ?? ((error as Error).stack || String(error));
}
