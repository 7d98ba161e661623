import { setTimeout as pause } from 'node:timers/promises';
import { hostname, userInfo } from 'node:os';
import { text } from 'node:stream/consumers';
import { DatabaseError } from '#server/db/database.ts';
import { noteDone } from '#server/operator/audit/actions.ts';
import type { Io, Place } from './desk.ts';
import { type Asked, callHouse, isEmbedded } from './line.ts';
import { nouns } from './nouns.ts';
import { readCall } from './program.ts';
import { inWords, REFUSED, runAt, runHere } from './run.ts';
import { openTill, readSettings } from './till.ts';

/** A command line from a terminal. Gives the exit code. */
export async function main(argv: string[]): Promise<number> {
  const io = terminal();
  const call = readCall(nouns, argv, io);
  if (typeof call === 'number') return call;
  if (call.verb.place === 'here') return runHere(io, call);
  try {
    const settings = readSettings();
    const known = isEmbedded(settings) ? await callHouse(settings.dataDir, argv, io) : null;
    if (known !== null) return known;
    const till = await whenFree(() => openTill(settings));
    return await runAt(till, io, call).finally(() => till.close());
  } catch (error) {
    io.err(`${inWords(error)}\n`);
    return REFUSED;
  }
}

/** The same command in an open house, for whoever called. */
export const answerCall = async (place: Place, { argv, done }: Asked, io: Io): Promise<number> => {
  if (done) return noteDone(place.deps, done).then(() => 0);
  const call = readCall(nouns, argv, io);
  return typeof call === 'number' ? call : runAt(place, io, call);
};

const PATIENCE_MS = 10_000;

/** Another command may have the database for a moment. */
async function whenFree<T>(open: () => Promise<T>): Promise<T> {
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await open();
    } catch (error) {
      if (!(error instanceof DatabaseError) || !/ is in use by process /.test(error.message) || Date.now() > end)
        throw error;
      await pause(250);
    }
  }
}

function terminal(): Io {
  const signal = new AbortController();
  return {
    out: (line) => void process.stdout.write(line),
    err: (line) => void process.stderr.write(line),
    stdin: () => text(process.stdin),
    // npm runs scripts in the project's folder, and says where it was called.
    cwd: process.env['INIT_CWD'] ?? process.cwd(),
    // Whoever became root for this is who did it.
    who: `${process.env['SUDO_USER'] ?? userInfo().username}@${hostname()}`,
    signal: signal.signal,
  };
}
