import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import {
  type PendingPurges,
  pendingPurgesFile,
  readPendingPurges,
} from '#server/ports/publisher/pending-purges.ts';
import { fsyncPathSync } from '../release/fsync.ts';
import type { Release } from '../release/manifest.ts';
import { changedPaths } from './changed-paths.ts';

/** Chosen: above this count, one purge of everything is faster than many small ones. */
const MAX_PATHS = 2000;

/**
 * Adds the changes between two releases to the pending purges. Call before the activation, so that
 * a kill loses no purge.
 */
export function recordPurges(dataDir: string, from: Release | null, to: Release): void {
  const pending = readPendingPurges(dataDir);
  const changed = changedPaths(dataDir, from, to);
  const paths = [...new Set([...(pending?.paths ?? []), ...(changed ?? [])])];
  const all = pending === null || pending.all || changed === null || paths.length > MAX_PATHS;
  savePendingPurges(dataDir, {
    since: pending?.since ?? new Date().toISOString(),
    all,
    paths: all ? [] : paths,
  });
}

export function hasPendingPurges(dataDir: string): boolean {
  const pending = readPendingPurges(dataDir);
  return pending === null || pending.all || pending.paths.length > 0;
}

/**
 * Without a CDN, purges are not recorded. A CDN that is added later starts with a purge of
 * everything.
 */
export const deletePendingPurges = (dataDir: string): void =>
  rmSync(pendingPurgesFile(dataDir), { force: true });

export function savePendingPurges(dataDir: string, pending: PendingPurges): void {
  const file = pendingPurgesFile(dataDir);
  const tempFile = `${file}.next`;
  writeFileSync(tempFile, JSON.stringify(pending));
  fsyncPathSync(tempFile);
  renameSync(tempFile, file);
  fsyncPathSync(dirname(file));
}
