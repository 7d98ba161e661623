/** A file that cannot be used as what it was given for; the message says why, for a person. */
export class MediaError extends Error {}

/** The media folder cannot be written; nothing more can be stored. */
export class MediaFolderError extends Error {}

const REASONS: Record<string, string> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'it is read-only',
  ENOTDIR: 'a part of its path is not a folder',
  EEXIST: 'a part of its path is not a folder',
};

/** Runs something that writes under `folder`. Throws MediaFolderError where the system refuses. */
export async function writing<T>(folder: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw new MediaFolderError(`The folder ${folder} cannot be written: ${REASONS[code] ?? (error as Error).message}`);
  }
}
