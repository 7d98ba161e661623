import { existsSync } from 'node:fs';
import { type Done, noteDone } from '#server/operator/audit/actions.ts';
import type { Counter } from './desk.ts';
import { callHouse, isEmbedded } from './line.ts';
import { inWords } from './run.ts';
import { openTill, readSettings } from './till.ts';

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
    const till = await openTill(settings);
    await noteDone(till.deps, deed).finally(() => till.close());
  } catch (error) {
    io.err(`This could not be written down in the house's log: ${inWords(error)}\n`);
  }
}
