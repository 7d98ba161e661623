import { resolve } from 'node:path';

/** Input and output of a command: the terminal, or the client of the command socket. */
export interface Io {
  out: (text: string) => void;
  err: (text: string) => void;
  stdin: () => Promise<string>;
  cwd: string;
  /** `asha@host-1` */
  who: string;
  /** Aborted when the operator's command ends before the server has finished it. */
  signal: AbortSignal;
}

export interface CommandContext {
  io: Io;
  isDry: boolean;
  isJson: boolean;
  resolvePath: (file: string) => string;
  /** Prints a line about running work; with --json to stderr, so that stdout has only data. */
  printProgress: (line: string) => void;
}

export const createCommandContext = (
  io: Io,
  { isDry, isJson }: { isDry: boolean; isJson: boolean },
): CommandContext => ({
  io,
  isDry,
  isJson,
  resolvePath: (file) => resolve(io.cwd, file),
  printProgress: (line) => (isJson ? io.err : io.out)(`${line}\n`),
});
