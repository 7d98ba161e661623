import { resolve } from 'node:path';

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

export const counterOf = (io: Io, { isDry, isJson }: { isDry: boolean; isJson: boolean }): Counter => ({
  io,
  isDry,
  isJson,
  path: (file) => resolve(io.cwd, file),
  say: (line) => (isJson ? io.err : io.out)(`${line}\n`),
});
