import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Release } from './card.ts';

const fileIn = (dataDir: string) => join(dataDir, 'rolled-back.json');

/**
 * The release that an operator went back from; null when none. What was in it is known and not wanted, so the next rebuild
 * waits for something newer than it.
 */
export function heldFrom(dataDir: string): Release | null {
  try {
    return Release.parse(JSON.parse(readFileSync(fileIn(dataDir), 'utf8')));
  } catch {
    return null;
  }
}

export function holdFrom(dataDir: string, release: Release): void {
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(fileIn(dataDir), JSON.stringify(release));
}

export const letGo = (dataDir: string): void => rmSync(fileIn(dataDir), { force: true });
