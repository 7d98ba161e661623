import { chmodSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from './config/config.ts';

export const PRIVATE_FILE = 0o600;
export const PRIVATE_FOLDER = 0o700;
/** Other users may open a file by its known name, but cannot list the folder. */
const TRAVERSABLE_FOLDER = 0o711;

interface PrivatePath {
  path: string;
  allowedMode: number;
}

const FILES = ['secrets.json', 'sandbox.jsonl'];
/** The folders of this server in BACKUP_TO: one for each backup, and their shared media. */
const BACKUP_FOLDER_NAME = /^(\d{8}T\d{6}Z|media)$/;

/**
 * Lists the paths that no other user of this machine may read. A private folder protects all its
 * files.
 */
export function privatePaths({
  dataDir,
  databaseUrl,
  backup,
  isProduction,
}: Config): PrivatePath[] {
  const backups = backup ? backupFolders(backup.to) : [];
  const folders = databaseUrl.startsWith('file:')
    ? [folderOfUrl(databaseUrl), ...backups]
    : backups;
  return [
    // Chosen: in production a web server of another user reads the site releases in DATA_DIR.
    { path: dataDir, allowedMode: isProduction ? TRAVERSABLE_FOLDER : PRIVATE_FOLDER },
    { path: join(dataDir, 'uploads'), allowedMode: PRIVATE_FOLDER },
    ...folders.map((path) => ({ path, allowedMode: PRIVATE_FOLDER })),
    ...FILES.map((name) => ({ path: join(dataDir, name), allowedMode: PRIVATE_FILE })),
  ];
}

export const folderOfUrl = (databaseUrl: string): string =>
  databaseUrl.replace(/^file:(\/\/)?/, '');

// Chosen: the folder BACKUP_TO itself keeps its mode, since it may hold other files.
const backupFolders = (to: string): string[] =>
  to.startsWith('s3:')
    ? []
    : entryNames(to)
        .filter((name) => BACKUP_FOLDER_NAME.test(name))
        .map((name) => join(to, name));

function entryNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/**
 * Returns the permission bits for other users beyond `allowedMode`; 0 if the path does not exist.
 */
export function excessMode({ path, allowedMode }: PrivatePath): number {
  if (process.platform === 'win32') return 0;
  const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0;
  return mode & 0o077 & ~allowedMode;
}

export const restrictPrivatePaths = (config: Config): void =>
  privatePaths(config).forEach(restrictPath);

/**
 * Restricts a folder and each of its files, so that a copy is private too. Skips symbolic links.
 */
export function restrictTree(folder: string): void {
  restrictPath({ path: folder, allowedMode: PRIVATE_FOLDER });
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (!entry.isSymbolicLink())
      restrictPath({ path: join(entry.parentPath, entry.name), allowedMode: PRIVATE_FOLDER });
}

/** Ignores a path of another user: `cinema doctor` reports it, and the server can work. */
function restrictPath(each: PrivatePath): void {
  try {
    const excess = excessMode(each);
    if (excess) chmodSync(each.path, statSync(each.path).mode & 0o7777 & ~excess);
  } catch (error) {
    if (!['EPERM', 'EACCES', 'EROFS'].includes((error as NodeJS.ErrnoException).code ?? ''))
      throw error;
  }
}
