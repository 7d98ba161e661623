import { noteDone } from '#server/operator/audit/actions.ts';
import type { Io } from './counter.ts';
import { deskOf, type Place } from './desk.ts';
import type { Asked } from './line.ts';
import { nouns } from './nouns.ts';
import { type Call, readCall } from './program.ts';
import { answering } from './run.ts';
import type { Verb } from './verb.ts';

/** A command line in an open house, for whoever called. Gives the exit code. */
export const answerCall = async (place: Place, { argv, done }: Asked, io: Io): Promise<number> => {
  if (done) return noteDone(place.deps, done).then(() => 0);
  const call = readCall(nouns, argv, io);
  return typeof call === 'number' ? call : runAt(place, io, call);
};

/** Runs a command where the house's database and providers are, and says what it has to say. Gives the exit code. */
export const runAt = (place: Place, io: Io, call: Call): Promise<number> =>
  answering(io, call, (counter) => {
    const { verb, name, input } = call;
    if (verb.place === 'here') return verb.run(counter, input);
    return verb.run(deskOf(counter, place, name, loggedOf(verb, input as Record<string, unknown>)), input);
  });

const loggedOf = ({ unlogged = [] }: Verb, input: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(input).filter(([name]) => !unlogged.includes(name)));
