import { npmCommand, sentence } from '#domain/format/sentence.ts';
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Check, problem, warning, healthy } from './finding.ts';
import { findPackagesOfShownFilms } from './queries.ts';

const MB = 1024 * 1024;
const MIN_FREE_BYTES = 200 * MB;
const LOW_FREE_BYTES = 2048 * MB;
/** No space, or no space for this user. */
const FULL_CODES = new Set(['ENOSPC', 'EDQUOT']);
const FREE_SPACE =
  'Free some space, for example delete old releases and backups: sales and encoding stop when nothing can be written.';

const findWriteErrorCode = async (folder: string): Promise<string | null> => {
  const probe = join(folder, `.doctor-${randomUUID()}`);
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(probe, 'x');
    await rm(probe);
    return null;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error);
  }
};

export const checkFolders: Check = async ({ config: { dataDir, mediaDir } }) => {
  const reasons = new Map<string, string>();
  for (const folder of new Set([dataDir, mediaDir])) {
    const reason = await findWriteErrorCode(folder);
    if (reason) reasons.set(folder, reason);
  }
  if (reasons.size === 0) return healthy('The data and media folders are writable');
  const names = [...reasons].map(([folder, reason]) => `${folder} (${reason})`).join(', ');
  const isFull = [...reasons.values()].some((reason) => FULL_CODES.has(reason));
  return problem(
    isFull ? `The disk is full: ${names}` : `Not writable: ${names}`,
    isFull ? FREE_SPACE : 'Give the user of the server the right to write there.',
  );
};

/** Folders may be on different disks. */
export const checkDiskSpace: Check = async ({ config: { dataDir, mediaDir, backup } }) => {
  const backupDir = backup && !backup.to.startsWith('s3:') ? [backup.to] : [];
  const disks = new Map<number, { folder: string; free: number }>();
  for (const folder of [mediaDir, dataDir, ...backupDir]) {
    await mkdir(folder, { recursive: true });
    const { dev } = await stat(folder);
    const { bavail, bsize } = await statfs(folder);
    if (!disks.has(dev)) disks.set(dev, { folder, free: bavail * bsize });
  }
  return [...disks.values()].flatMap(({ folder, free }) => {
    const summary = `${Math.round(free / MB)} MB are free at ${folder}`;
    if (free < MIN_FREE_BYTES) return problem(`The disk is full: ${summary}`, FREE_SPACE);
    return free < LOW_FREE_BYTES
      ? warning(summary, 'Free some space before you add the next film.')
      : healthy(summary);
  });
};

export const checkFilms: Check = async ({ db, now, config: { mediaDir } }) => {
  const { packageKeys, withoutPackageCount } = await findPackagesOfShownFilms(db, now());
  const present = new Set(await readdir(join(mediaDir, 'packages')).catch(() => []));
  const missing = packageKeys.filter((key) => !present.has(key));
  if (missing.length)
    return problem(
      `${missing.length} of ${packageKeys.length} packages are not in ${mediaDir}/packages: ${missing.slice(0, 3).join(', ')}`,
      'Restore MEDIA_DIR from a backup, or ingest the films again.',
    );
  if (withoutPackageCount)
    return warning(
      `${withoutPackageCount} films are past their streaming date but have no package: their tickets cannot be played`,
      sentence`Attach the packages with ${npmCommand('media attach')}. Until then, move the streaming dates.`,
    );
  return healthy('Every streaming film has its package');
};
