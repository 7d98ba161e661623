/**
 * Chosen: Commander. It is the most used library for command lines, is typed and has no
 * dependencies. It can return text and exit code instead of ending the process, which the server
 * needs.
 */
import { Command, CommanderError, Option } from 'commander';
import { describeInputErrors, parseTyped } from './fields.ts';
import {
  type CommandDefinition,
  type CommandGroup,
  type OptionDescription,
  optionOf,
} from './command.ts';

export const COMMAND_PREFIX = 'npm run cinema --';

const EXIT_CODES =
  'Exit code: 0 = done; 1 = refused or failed, nothing was changed unless the audit log says so; 2 = done in part, some rows were refused.';

export interface Invocation {
  command: CommandDefinition;
  /** `movie price` */
  name: string;
  input: unknown;
  isJson: boolean;
  isDry: boolean;
}

interface TextOutput {
  out: (text: string) => void;
  err: (text: string) => void;
}

/**
 * Returns an exit code if there is nothing to run: help was printed, or the command line is wrong.
 */
export function parseCommandLine(
  groups: CommandGroup[],
  argv: string[],
  { out, err }: TextOutput,
): Invocation | number {
  let invocation: Invocation | number = 1;
  const program = buildProgram(groups, (parsed) => (invocation = parsed));
  configure(program, { out, err });
  try {
    program.parse(argv, { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode;
    throw error;
  }
  return invocation;
}

function configure(command: Command, { out, err }: TextOutput) {
  command
    .exitOverride()
    .configureOutput({
      writeOut: out,
      writeErr: err,
      getOutHelpWidth: () => 120,
      getErrHelpWidth: () => 120,
    })
    .showHelpAfterError('Run the command with --help to see its options.');
  for (const each of command.commands) configure(each as Command, { out, err });
}

function buildProgram(
  groups: CommandGroup[],
  onInvocation: (invocation: Invocation) => void,
): Command {
  const program = new Command(COMMAND_PREFIX)
    .description('Manages the cinema: films, prices, people, orders, reports.')
    .helpCommand(false)
    // The options after `import undo` are those of `undo`, not of `import`.
    .enablePositionalOptions()
    .addHelpText(
      'after',
      `\nEvery command has --help with an example, and --json. Every command that changes something has --dry-run.\n\n${EXIT_CODES}`,
    );
  for (const group of groups) {
    const [ownCommand] = group.commands.filter((each) => commandName(each) === group.name);
    const parent = ownCommand
      ? addCommand({ parent: program, definition: ownCommand, name: group.name, onInvocation })
      : program.command(group.name).description(group.summary);
    parent.helpCommand(false).enablePositionalOptions();
    for (const each of group.commands.filter((command) => command !== ownCommand))
      addCommand({ parent, definition: each, name: fullName(group, each), onInvocation });
  }
  return program;
}

/**
 * `movie price`. A command may have the name of its group: `doctor`, `import` beside `import undo`.
 */
export const fullName = (group: CommandGroup, command: CommandDefinition): string =>
  commandName(command) === group.name ? group.name : `${group.name} ${commandName(command)}`;
export const commandName = ({ usage }: CommandDefinition): string => usage.replace(/ .*/, '');

function addCommand({
  parent,
  definition,
  name,
  onInvocation,
}: {
  parent: Command;
  definition: CommandDefinition;
  name: string;
  onInvocation: (invocation: Invocation) => void;
}): Command {
  const command = parent
    .command(definition.usage)
    .summary(definition.title)
    .description(String(definition.summary));
  addOptions(command, definition);
  if (definition.isChange)
    command.option('--dry-run', 'show what would change, and change nothing');
  command.option('--json', 'print the result as JSON');
  command.addHelpText('after', helpFooter(definition));
  command.action((...args: unknown[]) => {
    const { dryRun = false, json = false, ...options } = command.opts<Record<string, unknown>>();
    const parsed = parseTyped(definition.input, {
      ...argumentsByName(command, args),
      ...options,
    });
    if (!parsed.success)
      command.error(`error: ${describeInputErrors(parsed.error, inputLabeler(command))}`);
    onInvocation({
      command: definition,
      name,
      input: parsed.data,
      isJson: Boolean(json),
      isDry: Boolean(dryRun),
    });
  });
  return command;
}

/** An option with a parser may be given several times. */
function addOptions(command: Command, { options = {} }: CommandDefinition) {
  for (const [flags, description] of Object.entries(options)) {
    const { isMany, ...spec } = optionOf(description);
    const option = new Option(flags, helpOf(spec)).default(spec.default);
    command.addOption(
      isMany ? option.argParser((value, before: string[] = []) => [...before, value]) : option,
    );
  }
}

/** `the last day; default today` */
const helpOf = ({ about, notes = [], ifEmpty }: OptionDescription): string =>
  [about, ...notes, ifEmpty === undefined ? null : `default ${String(ifEmpty)}`]
    .filter((text) => text !== null)
    .join('; ');

const helpFooter = ({ examples, details, terminalDetails }: CommandDefinition): string =>
  [
    ...[details || terminalDetails ? '' : undefined, details, terminalDetails].filter(
      (each) => each !== undefined,
    ),
    `\n${examples.length > 1 ? 'Examples' : 'Example'}:`,
    ...examples.map((each) => `  ${COMMAND_PREFIX} ${each}`),
    `\n${EXIT_CODES}`,
  ].join('\n');

export const toCamelCase = (name: string): string =>
  name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

const argumentsByName = (command: Command, values: unknown[]): Record<string, unknown> =>
  Object.fromEntries(
    command.registeredArguments.map((argument, at) => [toCamelCase(argument.name()), values[at]]),
  );

/** Names an input as the help does: `<film>`, `--price`. */
const inputLabeler = (command: Command) => (key: string) => {
  const argument = command.registeredArguments.find((each) => toCamelCase(each.name()) === key);
  if (argument) return `<${argument.name()}>`;
  return command.options.find((option) => option.attributeName() === key)?.long ?? key;
};
