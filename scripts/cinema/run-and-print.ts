import { AppError } from '#server/errors.ts';
import { MediaError } from '#server/ports/media/errors.ts';
import { ProviderError } from '#server/ports/provider-error.ts';
import { sentenceFor } from '../failure.ts';
import { type Counter, counterOf, type Io } from './counter.ts';
import type { Call } from './program.ts';
import type { Answer } from './verb.ts';

export const REFUSED = 1;

/** Does a command's work, and says what it has to say. Gives the exit code. */
export async function answering(
  io: Io,
  { isDry, isJson }: Call,
  work: (counter: Counter) => Promise<Answer>,
): Promise<number> {
  try {
    const { data, lines, code } = await work(counterOf(io, { isDry, isJson }));
    io.out(isJson ? `${JSON.stringify(data, null, 2)}\n` : lines.map((line) => `${line}\n`).join(''));
    return code ?? 0;
  } catch (error) {
    io.err(`${inWords(error)}\n`);
    return (error as { exitCode?: number }).exitCode ?? REFUSED;
  }
}

/** A failure that is foreseen in its sentence; any other with all that is known of it. */
export function inWords(error: unknown): string {
  if (error instanceof AppError || error instanceof MediaError) return error.message;
  if (error instanceof ProviderError) {
    const { provider, kind, message } = error;
    return kind === 'unreachable'
      ? `${provider} cannot be asked now (${message}). Try again later.`
      : `${provider} refused: ${message}`;
  }
  return sentenceFor(error) ?? ((error as Error).stack || String(error));
}
