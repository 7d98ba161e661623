import { BackupError } from '#server/backup/card.ts';
import { RebuildError } from '#rebuild/errors.ts';
import { ConfigError } from '#server/config/config-error.ts';
import { DatabaseError } from '#server/db/database.ts';
import { MediaFolderError } from '#server/ports/media/errors.ts';
import { ToolMissing } from '#server/ports/media/ingest/tools.ts';
import { ObjectsError } from '#server/ports/media/objects-replies.ts';
import { ImportError } from '#server/streaming/catalogue/import/errors.ts';
import { portTaken } from './port.ts';

/** A command that cannot go on for a reason that a person can mend; the message is the whole explanation. */
export class CommandError extends Error {}

const FORESEEN = [
  BackupError,
  CommandError,
  ConfigError,
  DatabaseError,
  ImportError,
  MediaFolderError,
  ObjectsError,
  RebuildError,
  ToolMissing,
];

const SENTENCES: Record<string, (error: NodeJS.ErrnoException) => string> = {
  EADDRINUSE: (error) => portTaken((error as { port?: number }).port!, 'PORT'),
  EACCES: (error) =>
    `${error.path ?? 'A folder'} cannot be written. Give yourself the right to it, or choose another DATA_DIR.`,
  EROFS: (error) => `${error.path ?? 'The disk'} is read-only. Choose another DATA_DIR.`,
  ENOSPC: () => 'The disk is full. Make room, then start again: nothing was lost.',
};

/** The sentence for a failure that is foreseen, or null. */
export function sentenceFor(error: unknown): string | null {
  if (FORESEEN.some((kind) => error instanceof kind)) return (error as Error).message;
  const known = error as NodeJS.ErrnoException;
  if (known?.code?.startsWith('ERR_PARSE_ARGS'))
    return `${known.message}\nWith --help the command says how it is used.`;
  if (known?.code?.startsWith('ERR_PARSE_ARGS')) return known.message;
  return SENTENCES[known?.code ?? '']?.(known) ?? null;
}

/** Ends the command: the sentence for a foreseen failure, else the whole error. Exit code 1. */
export function fail(error: unknown): never {
  console.error(sentenceFor(error) ?? error);
  process.exit(1);
}
