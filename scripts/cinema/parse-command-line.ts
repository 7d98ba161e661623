/**
 * Reads a command line. Commander: the most used library for this, typed, without dependencies, and it gives text and exit
 * code back instead of ending the process, so that an open house can answer many commands.
 */
import { Command, CommanderError, Option } from 'commander';
import { whyNot } from './fields.ts';
import type { Noun, Verb } from './verb.ts';

export const CALLED = 'npm run cinema --';

const CODES = `Exit code: 0 done; 1 refused, or it failed: nothing was changed, or the log says what; 2 done in part, some rows were refused.`;

export interface Call {
  verb: Verb;
  /** `movie price` */
  name: string;
  input: unknown;
  isJson: boolean;
  isDry: boolean;
}

interface Out {
  out: (text: string) => void;
  err: (text: string) => void;
}

/** What a command line asks for; a number where it is answered already (help, a mistake), which is the exit code. */
export function readCall(nouns: Noun[], argv: string[], { out, err }: Out): Call | number {
  let call: Call | number = 1;
  const program = programOf(nouns, (heard) => (call = heard));
  configure(program, { out, err });
  try {
    program.parse(argv, { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode;
    throw error;
  }
  return call;
}

function configure(command: Command, { out, err }: Out) {
  command
    .exitOverride()
    .configureOutput({ writeOut: out, writeErr: err, getOutHelpWidth: () => 120, getErrHelpWidth: () => 120 })
    .showHelpAfterError('With --help the command says how it is used.');
  for (const each of command.commands) configure(each as Command, { out, err });
}

export function programOf(nouns: Noun[], hear: (call: Call) => void): Command {
  const program = new Command(CALLED)
    .description('Runs the cinema: films, prices, people, orders, reports.')
    .helpCommand(false)
    .addHelpText(
      'after',
      `\nEach command has --help, with an example, and --json. What changes something has --dry-run.\n\n${CODES}`,
    );
  for (const noun of nouns) {
    const alone = noun.verbs.length === 1 && firstWord(noun.verbs[0]!) === noun.name;
    if (alone) addVerb(program, noun.verbs[0]!, noun.name, hear);
    else {
      const group = program.command(noun.name).description(noun.about).helpCommand(false);
      for (const verb of noun.verbs) addVerb(group, verb, `${noun.name} ${firstWord(verb)}`, hear);
    }
  }
  return program;
}

export const firstWord = ({ words }: Verb): string => words.split(' ')[0]!;

function addVerb(parent: Command, verb: Verb, name: string, hear: (call: Call) => void) {
  const command = parent.command(verb.words).description(verb.about);
  for (const [flags, given] of Object.entries(verb.options ?? {})) {
    const { about, isMany } = typeof given === 'string' ? { about: given, isMany: false } : given;
    const option = new Option(flags, about);
    command.addOption(isMany ? option.argParser((value, before: string[] = []) => [...before, value]) : option);
  }
  if (verb.changes) command.option('--dry-run', 'says what would change, and changes nothing');
  command.option('--json', 'answers in JSON');
  command.addHelpText('after', helpAfter(verb));
  command.action((...given: unknown[]) => {
    const { dryRun = false, json = false, ...options } = command.opts<Record<string, unknown>>();
    const typed = { ...argumentsOf(command, given), ...options };
    const parsed = verb.input.safeParse(typed);
    if (!parsed.success) command.error(`error: ${whyNot(parsed.error, nameIn(command))}`);
    hear({ verb, name, input: parsed.data, isJson: Boolean(json), isDry: Boolean(dryRun) });
  });
}

const helpAfter = ({ examples, more }: Verb): string =>
  [
    ...(more ? [`\n${more}`] : []),
    `\n${examples.length > 1 ? 'Examples' : 'Example'}:`,
    ...examples.map((each) => `  ${CALLED} ${each}`),
    `\n${CODES}`,
  ].join('\n');

const camel = (name: string): string => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

const argumentsOf = (command: Command, given: unknown[]): Record<string, unknown> =>
  Object.fromEntries(command.registeredArguments.map((argument, at) => [camel(argument.name()), given[at]]));

/** What a person typed there. */
const nameIn = (command: Command) => (key: string) => {
  const argument = command.registeredArguments.find((each) => camel(each.name()) === key);
  if (argument) return `<${argument.name()}>`;
  return command.options.find((option) => option.attributeName() === key)?.long ?? key;
};
