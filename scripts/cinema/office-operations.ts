import { basename } from 'node:path';
import { Command, Option } from 'commander';
import type { OperationDescription } from '#contract/office.ts';
import type { Column, OperationResult, Row } from '#contract/operation-result.ts';
import { firstOf } from '#domain/existing.ts';
import { displayCinemaMoment } from '#domain/format/moments.ts';
import { SentenceError, sentenceOf } from '#domain/format/sentence.ts';
import { AppError, throwError } from '#server/errors.ts';
import type { OfficeOperations, OperationRequest } from '#server/office/operations.ts';
import { requireVersion, versionOf } from '#server/office/version.ts';
import type { Change } from '#server/operator/change.ts';
import { ProviderError } from '#server/ports/provider-error.ts';
import { expectedErrorMessage } from '../command-error.ts';
import { type CommandContext, createCommandContext, type Io } from './command-context.ts';
import { commandGroups } from './command-groups.ts';
import { type CommandDefinition, optionOf } from './command.ts';
import type { CommandResult } from './command-result.ts';
import { LIMIT_LABELS, parseTyped, sentenceOfIssue } from './fields.ts';
import { commandName, fullName, toCamelCase } from './parse-command-line.ts';
import { capitalize, hintOf, type Names, toOfficeText } from './office-text.ts';
import { choicesOf, rowKeysOf } from './field-choices.ts';
import { toOperationResult } from './office-result.ts';
import { describeError } from './run-and-print.ts';
import { argsToLog, handleCommandRequest } from './run-server-command.ts';
import { createServerCommandContext, type ServerHandle } from './server-command-context.ts';

const offered = commandGroups.flatMap((group) =>
  group.commands
    .filter(({ onlyInTerminal }) => onlyInTerminal !== true)
    .map((definition) => ({ group, definition })),
);
const keyOf = (noun: string, verb: string) => `${noun} ${verb}`;
const commands = new Map(
  offered.map((each) => [keyOf(each.group.name, commandName(each.definition)), each]),
);
const commandOf = ({ noun, verb }: Pick<OperationDescription, 'noun' | 'verb'>) =>
  commands.get(keyOf(noun, verb)) ?? throwError(new Error(`There is no command ${noun} ${verb}`));
const titles = new Map(
  offered.map(({ group, definition }) => [fullName(group, definition), definition.title]),
);
/** What the audit log also records: calls of the back office that are no commands. */
const CALL_TITLES = { 'media play': 'Watch a film', 'backup download': 'Download a backup' };
const allTitles = new Map([
  ...commandGroups.flatMap((group) =>
    group.commands.map((each) => [fullName(group, each), each.title] as const),
  ),
  ...Object.entries(CALL_TITLES),
]);

/** `<paths...>`; the back office uploads one file. */
const isVariadic = ({ usage }: CommandDefinition, name: string) => usage.includes(`${name}...`);

type Fields = OperationDescription['fields'];
const namesOf = (fields: Pick<Fields[number], 'name' | 'label'>[]): Names => ({
  titles,
  labels: new Map(fields.map(({ name, label }) => [name, label])),
});

function fieldsOf(noun: string, definition: CommandDefinition): Fields {
  const {
    usage,
    onlyInTerminal = [],
    contentInput,
    fileInputs = {},
    focusInputs = {},
    labels = {},
  } = definition;
  const { offeredValues = {} } = definition;
  const allLabels: Record<string, string> = { ...LIMIT_LABELS, ...labels };
  const labelOf = (name: string, words: string) =>
    allLabels[name] ?? capitalize(words.replaceAll('-', ' '));
  const command = new Command().command(usage);
  const missing = definition.input.safeParse({}).error?.issues.map(({ path }) => path[0]) ?? [];
  const args = command.registeredArguments.map((argument) => ({
    name: toCamelCase(argument.name()),
    label: labelOf(toCamelCase(argument.name()), argument.name()),
    about: null,
    kind: argument.variadic ? ('list' as const) : ('text' as const),
    isRequired: argument.required,
  }));
  const options = Object.entries(definition.options ?? {}).map(([flags, description]) => {
    const option = new Option(flags);
    const name = option.attributeName();
    const about = optionOf(description);
    return {
      name,
      label: labelOf(name, option.name()),
      about,
      kind: option.isBoolean()
        ? ('flag' as const)
        : about.isMany
          ? ('list' as const)
          : ('text' as const),
      isRequired: missing.includes(name),
    };
  });
  const kindOf = ({ name, kind }: { name: string; kind: 'flag' | 'list' | 'text' }) => {
    if (fileInputs[name]) return 'file';
    return name === contentInput ? 'content' : kind;
  };
  return [...args, ...options]
    .filter(({ name }) => onlyInTerminal === true || !onlyInTerminal.includes(name))
    .map((field, _, fields) => ({
      ...field,
      about: field.about ? hintOf(field.about, field.label, namesOf(fields)) : '',
      choices: choicesOf(noun, commandName(definition), field.name),
      kind: kindOf(field),
      fileKind: fileInputs[field.name],
      offeredValues: offeredValues[field.name]?.slice(),
      focusOf: focusInputs[field.name],
    }));
}

const operations = offered.map(({ group, definition }): OperationDescription => {
  const {
    title,
    summary,
    details = '',
    roles = group.roles,
    isChange,
    isLong,
    isBulk,
    needsConfirmation,
  } = definition;
  const fields = fieldsOf(group.name, definition);
  const currentValues = 'currentValues' in definition && definition.currentValues;
  return {
    noun: group.name,
    verb: commandName(definition),
    title,
    summary: toOfficeText(summary, namesOf(fields)),
    details: toOfficeText(details, namesOf(fields)),
    roles: [...roles],
    isChange,
    isLong: Boolean(isLong),
    isBulk: Boolean(isBulk),
    needsConfirmation: Boolean(needsConfirmation),
    fields,
    rowKeys: rowKeysOf(group.name, commandName(definition), fields[0]?.name ?? ''),
    objectField: currentValues ? firstOf(fields).name : undefined,
  };
});

/**
 * Parses the input with the schema of the command. Throws validation_failed with each wrong field.
 */
function parseInput(
  definition: CommandDefinition,
  { fields }: OperationDescription,
  { input }: Pick<OperationRequest, 'input'>,
): object {
  const { contentInput, fileInputs = {} } = definition;
  const inLists = Object.keys(fileInputs)
    .filter((name) => isVariadic(definition, name) && name in input)
    .map((name) => [name, [input[name]]] as const);
  const errors = Object.keys(input)
    .filter((name) => !fields.some((field) => field.name === name && field.kind !== 'content'))
    .map((name) => ({ path: name, message: `There is no field "${name}".` }));
  const parsed = parseTyped(definition.input, {
    ...input,
    ...Object.fromEntries(inLists),
    ...(contentInput && { [contentInput]: '-' }),
  });
  for (const issue of parsed.error?.issues ?? [])
    errors.push({
      path: issue.path.join('.'),
      message: toOfficeText(sentenceOfIssue(issue), namesOf(fields)),
    });
  const [firstError] = errors;
  if (firstError) throw new AppError('validation_failed', [firstError.message], { errors });
  return parsed.data as object;
}

function contextOf(server: ServerHandle, request: OperationRequest): CommandContext {
  const { isDryRun, who, signal, content, files, onProgress } = request;
  const printProgress = (line: string) => onProgress(withFileNames(line.trimEnd(), files));
  const cwd = server.deps.config.dataDir;
  const io: Io = {
    out: () => undefined,
    err: printProgress,
    stdin: async () => content ?? '',
    cwd,
    who,
    signal,
    runCommand: (argv, output) =>
      handleCommandRequest(server, { argv, who, cwd }, { ...io, ...output }),
  };
  return {
    ...createCommandContext(io, { isDry: isDryRun, isJson: true }),
    backups: server.deps.backups,
    // A path would let a member read any file of the server.
    resolvePath: (file) => files.get(file)?.path ?? throwError(new AppError('no_server_files')),
    printProgress,
    progressStream: { write: (text) => (printProgress(String(text)), true), isTTY: false },
  };
}

/** Names a file as the member's computer does. */
const withFileNames = (text: string, files: OperationRequest['files']): string =>
  [...files.values()].reduce(
    (named, { path, fileName }) =>
      named.replaceAll(path, fileName).replaceAll(basename(path), fileName),
    text,
  );

/** Expected errors of a command become problems that the back office shows. */
function toAppError(
  error: unknown,
  fields: Fields,
  files: OperationRequest['files'] = new Map(),
): unknown {
  const toText = (expected: Error) => toOfficeText(sentenceOf(expected), namesOf(fields));
  if (error instanceof AppError) return error.withDetails({ sentence: toText(error) });
  if (error instanceof ProviderError)
    return new AppError('provider_failed', [describeError(error)]);
  const message = error instanceof SentenceError ? toText(error) : expectedErrorMessage(error);
  return message === null ? error : new AppError('refused', [withFileNames(message, files)]);
}

/** Converts every text in a result. */
function mapTexts(value: unknown, convert: (text: string) => string): unknown {
  if (typeof value === 'string') return convert(value);
  if (Array.isArray(value)) return value.map((each) => mapTexts(each, convert));
  if (value === null || typeof value !== 'object' || value instanceof Date) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, mapTexts(each, convert)]),
  );
}

function toShownResult(result: CommandResult, fields: Fields): OperationResult {
  const shown = toOperationResult(result, namesOf(fields));
  return { ...shown, data: withTitles(shown.data, shown.tables) } as OperationResult;
}

const withTitles = (data: object, tables: OperationResult['tables']) => ({
  ...data,
  ...Object.fromEntries(
    Object.entries(tables).map(([name, columns]) => [
      name,
      (data[name as never] as Row[]).map((row) => withTitle(row, columns)),
    ]),
  ),
});

const withTitle = (row: Row, columns: Column[]): Row => ({
  ...row,
  ...Object.fromEntries(
    columns
      .filter(({ type }) => type === 'command')
      .map(({ key }) => [key, allTitles.get(row[key] as string) ?? row[key]]),
  ),
});

async function run(
  server: ServerHandle,
  operation: OperationDescription,
  request: OperationRequest,
) {
  const { group, definition } = commandOf(operation);
  const input = parseInput(definition, operation, request) as Record<string, unknown>;
  const { isDryRun, seenVersion } = request;
  let version: string | undefined;
  const checkChanges = (changes: Change[]) => {
    version = versionOf(changes, definition.unstableFacts);
    if (!isDryRun) requireVersion(changes, version, seenVersion);
  };
  const context = { ...contextOf(server, request), checkChanges };
  try {
    const result = await (definition.runsIn === 'client'
      ? definition.run(context, input)
      : definition.run(
          createServerCommandContext(context, {
            serverHandle: server,
            command: fullName(group, definition),
            args: argsToLog(definition, input),
          }),
          input,
        ));
    const shown = toShownResult(result, operation.fields);
    const data = request.files.size
      ? mapTexts(shown.data, (text) => withFileNames(text, request.files))
      : shown.data;
    return { ...shown, data, version: isDryRun ? version : undefined } as OperationResult;
  } catch (error) {
    // A tool that was stopped reports an error of its own.
    throw request.signal.aborted
      ? request.signal.reason
      : toAppError(error, operation.fields, request.files);
  }
}

const asTyped = (value: unknown): string =>
  value instanceof Date ? displayCinemaMoment(value) : String((value ?? '') as string | number);

async function readCurrentValues(
  deps: ServerHandle['deps'],
  operation: OperationDescription,
  object: string,
) {
  const { definition } = commandOf(operation);
  const { currentValues } = definition as Extract<CommandDefinition, { runsIn: 'server' }>;
  const values = await currentValues!(deps, object).catch((error: unknown) => {
    throw toAppError(error, operation.fields);
  });
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.map(asTyped) : asTyped(value),
    ]),
  );
}

/** The commands of `cinema` as operations of the back office. */
export const officeOperations: OfficeOperations = {
  operations,
  check: (operation, request) =>
    void parseInput(commandOf(operation).definition, operation, request),
  readCurrentValues,
  run,
};
