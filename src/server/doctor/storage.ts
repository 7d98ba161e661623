import { randomUUID } from 'node:crypto';
import { access, mkdir, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Check, ill, look, well } from './finding.ts';
import { filmsAndPackages } from './queries.ts';

const MB = 1024 * 1024;
const LITTLE_ROOM = 200 * MB;
const SOME_ROOM = 2048 * MB;

const canWrite = async (folder: string): Promise<string | null> => {
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

export const foldersCanBeWritten: Check = async ({ config: { dataDir, mediaDir } }) => {
  const refused = [];
  for (const folder of new Set([dataDir, mediaDir])) {
    const reason = await canWrite(folder);
    if (reason) refused.push(`${folder} (${reason})`);
  }
  if (refused.length)
    return ill(
      'storage',
      `Cannot be written: ${refused.join(', ')}`,
      'Give the user of the house the right to write there.',
    );
  return well('storage', 'Its folders can be written');
};

export const thereIsRoom: Check = async ({ config: { mediaDir } }) => {
  await mkdir(mediaDir, { recursive: true });
  const { bavail, bsize } = await statfs(mediaDir);
  const free = bavail * bsize;
  const says = `${Math.round(free / MB)} MB are free at ${mediaDir}`;
  if (free < LITTLE_ROOM) return ill('disk', says, 'Make room: old releases and backups go first.');
  return free < SOME_ROOM ? look('disk', says, 'Make room before the next film comes in.') : well('disk', says);
};

/** What is sold can be played. */
export const filmsAreThere: Check = async ({ db, config: { mediaDir } }) => {
  const { packageKeys, bare } = await filmsAndPackages(db);
  const missing = [];
  for (const key of packageKeys) {
    const isThere = await access(join(mediaDir, 'packages', key)).then(
      () => true,
      () => false,
    );
    if (!isThere) missing.push(key);
  }
  if (missing.length)
    return ill(
      'films',
      `${missing.length} of ${packageKeys.length} packages are not in ${mediaDir}/packages: ${missing.slice(0, 3).join(', ')}`,
      'Restore MEDIA_DIR from the backup, or ingest the films anew.',
    );
  if (bare)
    return look(
      'films',
      `${bare} films stream by their date and have no package: their tickets cannot be played`,
      'npm run cinema -- media attach gives a film its package; until then move its date.',
    );
  return well('films', 'Every film that streams can be played');
};
