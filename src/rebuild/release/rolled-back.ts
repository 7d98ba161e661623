import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Release } from './manifest.ts';

const fileIn = (dataDir: string) => join(dataDir, 'rolled-back.json');

/**
 * Returns the release that an operator rolled back from. The next rebuild waits for changes newer
 * than it.
 */
export function readRolledBack(dataDir: string): Release | null {
  try {
    return Release.parse(JSON.parse(readFileSync(fileIn(dataDir), 'utf8')));
  } catch {
    return null;
  }
}

export function saveRolledBack(dataDir: string, release: Release): void {
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(fileIn(dataDir), JSON.stringify(release));
}

export const clearRolledBack = (dataDir: string): void => rmSync(fileIn(dataDir), { force: true });
