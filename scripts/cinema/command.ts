import type { z } from 'zod';
import type { Counter } from './counter.ts';
import type { Desk } from './desk.ts';

/** What a command has to say: `data` for --json, `lines` for people. Code 2: some rows or films were refused. */
export interface Answer {
  data: unknown;
  lines: string[];
  code?: 0 | 2;
}

interface Described<Input> {
  /** Its name and arguments: `price <film> <rupees>`. */
  words: string;
  /** One sentence; the first of its help. */
  about: string;
  /** Further help, after the options. */
  more?: string;
  /** By flags: `--from <day>`. One that may be given several times is `{ about, isMany }`. */
  options?: Record<string, string | { about: string; isMany: true }>;
  /** Arguments and options by their names, as they were typed; what cannot be is refused in a sentence. */
  input: z.ZodType<Input>;
  /** Arguments that the audit log must not have: it outlives what they name. */
  unlogged?: string[];
  /** As typed behind `npm run cinema --`; the first one is tried by a test. */
  examples: [string, ...string[]];
}

/** Something that the house does: in its own process when it is open, else with its database opened for this. */
export interface HouseVerb<Input> extends Described<Input> {
  place: 'house';
  /** Whether it changes something: then it has --dry-run, and stands in the log. */
  changes: boolean;
  run: (desk: Desk, input: Input) => Promise<Answer>;
}

/** Work on files that needs no house. */
export interface HereVerb<Input> extends Described<Input> {
  place: 'here';
  changes: boolean;
  run: (counter: Counter, input: Input) => Promise<Answer>;
}

// The list holds verbs of every kind of input; each checks its own.
// oxlint-disable-next-line typescript/no-explicit-any
export type Verb = HouseVerb<any> | HereVerb<any>;

/** A verb as a noun has it: `run` is handed the modules that do the work. */
interface Spoken<Input, Work, At> extends Described<Input> {
  run: (at: At, input: Input, work: Work) => Promise<Answer>;
}

/**
 * Verbs by the modules that do their work, which are brought when it is done: help, and what is mistyped, need none of them,
 * nor does a command that the open house does.
 */
export function doneBy<Work>(bring: () => Promise<Work>) {
  const inHouse = <Input>({ run, ...verb }: Spoken<Input, Work, Desk>, isChange: boolean): HouseVerb<Input> => ({
    ...verb,
    place: 'house',
    changes: isChange,
    run: async (desk, input) => run(desk, input, await bring()),
  });
  return {
    reads: <Input>(verb: Spoken<Input, Work, Desk>) => inHouse(verb, false),
    changes: <Input>(verb: Spoken<Input, Work, Desk>) => inHouse(verb, true),
    worksHere: <Input>({ run, ...verb }: Spoken<Input, Work, Counter> & { changes: boolean }): HereVerb<Input> => ({
      ...verb,
      place: 'here',
      run: async (counter, input) => run(counter, input, await bring()),
    }),
  };
}

/** Several verbs about one thing, or (`verbs` of one without a noun) a verb by itself. */
export interface Noun {
  name: string;
  about: string;
  verbs: Verb[];
}
