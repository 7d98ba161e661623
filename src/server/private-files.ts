import { chmodSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from './config/config.ts';

export const PRIVATE_FILE = 0o600;
export const PRIVATE_FOLDER = 0o700;
/** Others may go through the folder by a name that they know, and list nothing. */
const PASSABLE_FOLDER = 0o711;

export interface PrivatePath {
  path: string;
  /** The bits that its mode may have. */
  allowed: number;
}

const FILES = ['secrets.json', 'sandbox.jsonl'];
/** What a folder of backups holds of this server's: a folder for each backup, and the media that they share. */
const BACKUP_FOLDER = /^(\d{8}T\d{6}Z|media)$/;

/**
 * What no other user of this machine may read: DATA_DIR, the embedded database, the secrets, and the backups of BACKUP_TO. What lies
 * in a closed folder is closed, so only folders are named where there are many files.
 */
export function privatePaths({ dataDir, databaseUrl, backup, isProduction }: Config): PrivatePath[] {
  const folders = [
    ...(databaseUrl.startsWith('file:') ? [folderOfUrl(databaseUrl)] : []),
    ...(backup ? backupFolders(backup.to) : []),
  ];
  return [
    // Chosen: in production a web server of another user reads the releases, which lie in it; a laptop's server is its own.
    { path: dataDir, allowed: isProduction ? PASSABLE_FOLDER : PRIVATE_FOLDER },
    ...folders.map((path) => ({ path, allowed: PRIVATE_FOLDER })),
    ...FILES.map((name) => ({ path: join(dataDir, name), allowed: PRIVATE_FILE })),
  ];
}

export const folderOfUrl = (databaseUrl: string): string => databaseUrl.replace(/^file:(\/\/)?/, '');

// Chosen: the folder itself stays as the operator made it, since it may hold other things.
const backupFolders = (to: string): string[] =>
  to.startsWith('s3:')
    ? []
    : namesIn(to)
        .filter((name) => BACKUP_FOLDER.test(name))
        .map((name) => join(to, name));

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** The bits of its mode that let others in against `allowed`; 0 for what is not there. */
export function excessMode({ path, allowed }: PrivatePath): number {
  // Windows has no such modes.
  if (process.platform === 'win32') return 0;
  const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0;
  return mode & 0o077 & ~allowed;
}

/** Takes from others what they may not do with private paths; gives nobody anything. */
export const closePrivatePaths = (config: Config): void => privatePaths(config).forEach(narrow);

/** Closes a folder and each file in it, so that a copy of it is closed too. Links stay as they are. */
export function closeTree(folder: string): void {
  narrow({ path: folder, allowed: PRIVATE_FOLDER });
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (!entry.isSymbolicLink()) narrow({ path: join(entry.parentPath, entry.name), allowed: PRIVATE_FOLDER });
}

/** What belongs to another user stays as it is: the doctor names it, and the server can work. */
function narrow(each: PrivatePath): void {
  try {
    const excess = excessMode(each);
    if (excess) chmodSync(each.path, statSync(each.path).mode & 0o7777 & ~excess);
  } catch (error) {
    if (!['EPERM', 'EACCES', 'EROFS'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}
