import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Untold, untoldFile, untoldIn } from '#server/ports/publisher/untold.ts';
import type { Release } from '../release/card.ts';
import { settleNow } from '../release/durable.ts';
import { changedPaths } from './changed-paths.ts';

/** Chosen: past this a network forgets everything in one call, sooner than it hears of each. */
const MOST_PATHS = 2000;

/** Writes down what a switch from one release to another makes untrue, beside what waits already. Before the switch, so that no kill loses it. */
export function noteChange(dataDir: string, from: Release | null, to: Release): void {
  const waiting = untoldIn(dataDir);
  const changed = changedPaths(dataDir, from, to);
  const paths = [...new Set([...(waiting?.paths ?? []), ...(changed ?? [])])];
  const all = waiting === null || waiting.all || changed === null || paths.length > MOST_PATHS;
  keepUntold(dataDir, { since: waiting?.since ?? new Date().toISOString(), all, paths: all ? [] : paths });
}

/** Whether there is anything to tell. */
export function isAnythingUntold(dataDir: string): boolean {
  const untold = untoldIn(dataDir);
  return untold === null || untold.all || untold.paths.length > 0;
}

/** Where no network is told, nobody knows any more what one keeps. */
export const forgetUntold = (dataDir: string): void => rmSync(untoldFile(dataDir), { force: true });

export function keepUntold(dataDir: string, untold: Untold): void {
  const file = untoldFile(dataDir);
  const aside = `${file}.next`;
  writeFileSync(aside, JSON.stringify(untold));
  settleNow(aside);
  renameSync(aside, file);
  settleNow(dirname(file));
}
