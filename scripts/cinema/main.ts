import { hostname, userInfo } from 'node:os';
import { text } from 'node:stream/consumers';
import type { Io } from './counter.ts';
import { callHouse, isEmbedded } from './line.ts';
import { nouns } from './nouns.ts';
import { readCall } from './program.ts';
import { answering, inWords, REFUSED } from './run.ts';
import { readSettings } from './settings.ts';

/** A command line from a terminal. Gives the exit code. Until the work begins nothing of the server is brought, which takes longer than many a command. */
export async function main(argv: string[]): Promise<number> {
  const io = terminal();
  const call = readCall(nouns, argv, io);
  if (typeof call === 'number') return call;
  const { verb, input } = call;
  if (verb.place === 'here') return answering(io, call, (counter) => verb.run(counter, input));
  try {
    const settings = readSettings();
    const known = isEmbedded(settings) ? await callHouse(settings.dataDir, argv, io) : null;
    if (known !== null) return known;
    const { runAtTill } = await import('./till.ts');
    return await runAtTill(settings, io, call);
  } catch (error) {
    io.err(`${inWords(error)}\n`);
    return REFUSED;
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
