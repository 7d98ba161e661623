import { SentenceError } from '#domain/format/sentence.ts';

/** A file cannot be used; the message tells the operator why. */
export class MediaError extends SentenceError {}

/** The media folder is not writable; nothing else can be stored. */
export class MediaFolderError extends Error {}

const REASONS: Record<string, string> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EACCES: 'this user has no write permission',
  EPERM: 'this user has no write permission',
  EROFS: 'it is read-only',
  ENOTDIR: 'a part of its path is not a folder',
  EEXIST: 'a part of its path is not a folder',
};

/**
 * Runs `write` and turns every system error into MediaFolderError, also that of a missing source:
 * check a source before.
 */
export async function wrapWriteErrors<T>(folder: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw new MediaFolderError(
      `The folder ${folder} cannot be written: ${REASONS[code] ?? (error as Error).message}`,
    );
  }
}
