import { Command, Option } from 'commander';
import { AppError } from '#server/errors.ts';
import type { OperationDescription } from '#contract/office.ts';
import type { OfficeOperations, OperationRequest } from '#server/office/operations.ts';
import { MediaError } from '#server/ports/media/errors.ts';
import { ProviderError } from '#server/ports/provider-error.ts';
import { expectedErrorMessage } from '../command-error.ts';
import { type CommandContext, createCommandContext } from './command-context.ts';
import { commandGroups } from './command-groups.ts';
import type { CommandDefinition } from './command.ts';
import { addOptions, commandName, fullName, toCamelCase } from './parse-command-line.ts';
import { describeError } from './run-and-print.ts';
import { argsToLog } from './run-server-command.ts';
import { createServerCommandContext, type ServerHandle } from './server-command-context.ts';

const offered = commandGroups.flatMap((group) =>
  group.commands.filter(({ onlyInTerminal }) => onlyInTerminal !== true).map((definition) => ({ group, definition })),
);
const keyOf = (noun: string, verb: string) => `${noun} ${verb}`;
const commands = new Map(offered.map((each) => [keyOf(each.group.name, commandName(each.definition)), each]));

function fieldsOf(definition: CommandDefinition): OperationDescription['fields'] {
  const { usage, onlyInTerminal = [], contentInput } = definition;
  const command = new Command().command(usage);
  addOptions(command, definition);
  const args = command.registeredArguments.map((argument) => ({
    name: toCamelCase(argument.name()),
    label: argument.name().replaceAll('-', ' '),
    about: '',
    kind: argument.variadic ? ('list' as const) : ('text' as const),
    isRequired: argument.required,
  }));
  const options = command.options.map((option: Option) => ({
    name: option.attributeName(),
    label: option.long!.slice(2).replaceAll('-', ' '),
    about: option.description,
    kind: option.isBoolean() ? ('flag' as const) : option.parseArg ? ('list' as const) : ('text' as const),
    isRequired: false,
  }));
  return [...args, ...options]
    .filter(({ name }) => onlyInTerminal === true || !onlyInTerminal.includes(name))
    .map((field) => (field.name === contentInput ? { ...field, label: 'text', kind: 'content' as const } : field));
}

const operations = offered.map(({ group, definition }): OperationDescription => {
  const { summary, details = '', roles = group.roles, isChange, isLong, needsConfirmation } = definition;
  return {
    noun: group.name,
    verb: commandName(definition),
    summary,
    details,
    roles: [...roles],
    isChange,
    isLong: Boolean(isLong),
    needsConfirmation: Boolean(needsConfirmation),
    fields: fieldsOf(definition),
  };
});

/** Parses the input with the schema of the command. Throws validation_failed with each wrong field. */
function parseInput(
  definition: CommandDefinition,
  { fields }: OperationDescription,
  { input }: Pick<OperationRequest, 'input'>,
): object {
  const { contentInput } = definition;
  const errors = Object.keys(input)
    .filter((name) => !fields.some((field) => field.name === name && field.kind !== 'content'))
    .map((name) => ({ path: name, message: `There is no field "${name}".` }));
  const parsed = definition.input.safeParse({ ...input, ...(contentInput && { [contentInput]: '-' }) });
  for (const { path, message } of parsed.error?.issues ?? [])
    errors.push({ path: path.join('.'), message: message.startsWith('Invalid') ? 'is missing or invalid' : message });
  if (errors.length) throw new AppError('invalid', 'validation_failed', errors[0]!.message, { errors });
  return parsed.data as object;
}

const contextOf = ({ isDryRun, who, signal, content, onProgress }: OperationRequest): CommandContext => ({
  ...createCommandContext(
    {
      out: () => undefined,
      err: (line) => onProgress(line.trimEnd()),
      stdin: async () => content ?? '',
      cwd: '/',
      who,
      signal,
    },
    { isDry: isDryRun, isJson: true },
  ),
  // A path would let a member read any file of the server.
  resolvePath: () => {
    throw new AppError(
      'invalid',
      'no_server_files',
      'The back office cannot read files of the server. Ask the person who runs the server to do this.',
    );
  },
  printProgress: onProgress,
});

/** Expected errors of a command become problems that the back office shows. */
function toAppError(error: unknown): unknown {
  if (error instanceof AppError) return error;
  if (error instanceof ProviderError) return new AppError('provider', 'provider_failed', describeError(error));
  const message = error instanceof MediaError ? error.message : expectedErrorMessage(error);
  return message === null ? error : new AppError('conflict', 'refused', message);
}

async function run(server: ServerHandle, operation: OperationDescription, request: OperationRequest) {
  const { group, definition } = commands.get(keyOf(operation.noun, operation.verb))!;
  const input = parseInput(definition, operation, request) as Record<string, unknown>;
  const context = contextOf(request);
  try {
    const { data, lines, columns, exitCode } = await (definition.runsIn === 'client'
      ? definition.run(context, input)
      : definition.run(
          createServerCommandContext(context, server, fullName(group, definition), argsToLog(definition, input)),
          input,
        ));
    return { data, lines, ...(columns && { columns }), isPartial: exitCode === 2 };
  } catch (error) {
    throw toAppError(error);
  }
}

/** The commands of `cinema` as operations of the back office. */
export const officeOperations: OfficeOperations = {
  operations,
  check: (operation, request) =>
    void parseInput(commands.get(keyOf(operation.noun, operation.verb))!.definition, operation, request),
  run,
};
