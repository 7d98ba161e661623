import { readlinkSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { basename, dirname, relative } from 'node:path';
import { releaseDir } from './folders.ts';
import { fsyncPathSync } from './fsync.ts';

/** Points the site's symlink at a release, atomically. */
export function activateRelease(siteDir: string, dataDir: string, id: string): void {
  const link = `${siteDir}.next`;
  rmSync(link, { force: true });
  symlinkSync(relative(dirname(siteDir), releaseDir(dataDir, id)), link);
  renameSync(link, siteDir);
  fsyncPathSync(dirname(siteDir));
}

export function activeReleaseId(siteDir: string): string | null {
  try {
    return basename(readlinkSync(siteDir));
  } catch {
    return null;
  }
}
