import { SentenceError } from '#domain/format/sentence.ts';
import { BackupError } from '#server/backup/manifest.ts';
import { RebuildError } from '#rebuild/errors.ts';
import { ConfigError } from '#server/config/config-error.ts';
import { DatabaseError } from '#server/db/database.ts';
import { MediaFolderError } from '#server/ports/media/errors.ts';
import { ToolMissing } from '#server/ports/media/ingest/tools.ts';
import { ObjectStorageError } from '#server/ports/media/object-storage-replies.ts';
import { ImportError } from '#server/streaming/import/errors.ts';
import { portTakenMessage } from './port.ts';

/** An error that the operator can fix. The message explains everything. */
export class CommandError extends SentenceError {}

const EXPECTED_ERRORS = [
  BackupError,
  CommandError,
  ConfigError,
  DatabaseError,
  ImportError,
  MediaFolderError,
  ObjectStorageError,
  RebuildError,
  ToolMissing,
];

const SYSTEM_ERROR_MESSAGES: Record<string, (error: NodeJS.ErrnoException) => string> = {
  EADDRINUSE: (error) => portTakenMessage((error as { port?: number }).port!, 'PORT'),
  EACCES: (error) =>
    `${error.path ?? 'A folder'} is not writable. Give this user the right to write there, or set another DATA_DIR.`,
  EROFS: (error) => `${error.path ?? 'The disk'} is read-only. Set another DATA_DIR.`,
  ENOSPC: () => 'The disk is full. Free some space, then start again. No data was lost.',
};

/** Returns null for an unexpected error. */
export function expectedErrorMessage(error: unknown): string | null {
  if (EXPECTED_ERRORS.some((kind) => error instanceof kind)) return (error as Error).message;
  const systemError = error as NodeJS.ErrnoException;
  if (systemError?.code?.startsWith('ERR_PARSE_ARGS'))
    return `${systemError.message}\nRun the command with --help to see its options.`;
  return SYSTEM_ERROR_MESSAGES[systemError?.code ?? '']?.(systemError) ?? null;
}

/** Prints the message of an expected error, or the whole error. Exit code 1. */
export function exitWithError(error: unknown): never {
  console.error(expectedErrorMessage(error) ?? error);
  process.exit(1);
}
