import { resolve } from 'node:path';
import type { BackupStorage } from '#server/backup/backup-storage.ts';
import type { Change } from '#server/operator/change.ts';

/** Input and output of a command: the terminal, or the client of the command socket. */
export interface Io {
  out: (text: string) => void;
  err: (text: string) => void;
  stdin: () => Promise<string>;
  cwd: string;
  /** The operator for the audit log: login name and host of the terminal, `asha@host-1`. */
  who: string;
  /**
   * Aborted by Ctrl-C, and when the client closes the command socket before the server has finished
   * the command.
   */
  signal: AbortSignal;
  /**
   * Runs another command where the database is open, and returns its exit code. Only for commands
   * that run in the client.
   */
  runCommand?: (argv: string[], output: Pick<Io, 'out' | 'err'>) => Promise<number>;
}

export interface CommandContext {
  io: Io;
  isDry: boolean;
  isJson: boolean;
  resolvePath: (file: string) => string;
  /** The path of a file or folder that the command creates. */
  resolveOutputPath: (path: string) => string;
  /**
   * The storage of the server's backups; null without BACKUP_TO. Undefined in a terminal without
   * the server.
   */
  backups?: BackupStorage | null;
  /** Prints a line about running work; with --json to stderr, so that stdout has only data. */
  printProgress: (line: string) => void;
  /** Called before a change is committed. If it throws, the change is rolled back. */
  checkChanges?: (changes: Change[]) => void;
  /** For progress that redraws its line on a terminal. */
  progressStream: Pick<NodeJS.WriteStream, 'write' | 'isTTY'>;
}

export const createCommandContext = (
  io: Io,
  { isDry, isJson }: { isDry: boolean; isJson: boolean },
): CommandContext => ({
  io,
  isDry,
  isJson,
  resolvePath: (file) => resolve(io.cwd, file),
  resolveOutputPath: (path) => resolve(io.cwd, path),
  printProgress: (line) => (isJson ? io.err : io.out)(`${line}\n`),
  progressStream: isJson ? process.stderr : process.stdout,
});
