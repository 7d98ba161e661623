import { existsSync } from 'node:fs';
import type { Done } from '#server/operator/audit/actions.ts';
import type { Counter } from './counter.ts';
import { callHouse, isEmbedded } from './line.ts';
import { inWords } from './run.ts';
import { readSettings } from './settings.ts';

/**
 * Has the house write down what a command did outside it. What was done is done: that it could not be written down is said, and
 * fails nothing. A machine that has the site alone, and no database, has no log either.
 */
export async function writeDown({ io }: Counter, done: Omit<Done, 'who'>): Promise<void> {
  const deed: Done = { ...done, who: io.who };
  try {
    const settings = readSettings();
    if (isEmbedded(settings)) {
      if ((await callHouse(settings.dataDir, [], io, deed)) !== null) return;
      if (!existsSync(settings.databaseUrl.replace(/^file:(\/\/)?/, ''))) return;
    }
    const { noteAtTill } = await import('./till.ts');
    await noteAtTill(settings, deed);
  } catch (error) {
    io.err(`This could not be written down in the house's log: ${inWords(error)}\n`);
  }
}
