import type { z } from 'zod';
import type { OfficeRole } from '#domain/office-roles.ts';
import type { Deps } from '#server/deps.ts';
import { isText, type Text } from '#domain/format/sentence.ts';
import type { ImageKind } from '#domain/images.ts';
import type { FileKind } from '#domain/office-uploads.ts';
import type { CommandContext } from './command-context.ts';
import type { CommandResult } from './command-result.ts';
import type { ServerCommandContext } from './server-command-context.ts';

export interface OptionDescription {
  about: Text;
  notes?: readonly Text[];
  /** What an empty input means. */
  ifEmpty?: Text;
  isMany?: true;
  /** As typed. The help of the command shows it. */
  default?: string;
}

export const optionOf = (description: Text | OptionDescription): OptionDescription =>
  isText(description) ? { about: description } : description;

interface CommandDescription<Input> {
  /** Name and arguments: `price <film> <rupees>`. */
  usage: string;
  /**
   * A verb and its object, `Refund an order`: the name in the back office and in the help of the
   * group.
   */
  title: string;
  /** One sentence, the first of the help. */
  summary: Text;
  details?: Text;
  terminalDetails?: string;
  /** By flags: `--from <day>`. `isMany`: the option may be given several times. */
  options?: Record<string, Text | OptionDescription>;
  /** Names of inputs in the back office. Default: the words of the argument or option. */
  labels?: Record<string, string>;
  /** Checks and converts the typed arguments and options. */
  input: z.ZodType<Input>;
  /**
   * Arguments that are left out of the audit log, for example because they identify a deleted
   * person.
   */
  unloggedArgs?: string[];
  /** Who may use it in the back office, besides owners. Default: the roles of its group. */
  roles?: readonly OfficeRole[];
  /** The back office asks for a new code first: money leaves, or somebody gets rights. */
  needsConfirmation?: true;
  /**
   * Inputs that are used only in a terminal of the server, because they name its files; `true`: the
   * whole command.
   */
  onlyInTerminal?: true | readonly string[];
  /** Inputs that name a file: the back office uploads one instead. */
  fileInputs?: Readonly<Record<string, FileKind>>;
  /** Inputs with the focal point of a picture: the back office shows the picture and its crop. */
  focusInputs?: Readonly<Record<string, { fileInput: string; imageKind: ImageKind }>>;
  /**
   * Inputs that accept some of these values, separated by commas: the back office shows a checkbox
   * for each.
   */
  offeredValues?: Readonly<Record<string, readonly { value: string; label: string }[]>>;
  /**
   * The input for a file whose text the back office sends instead; the command then reads standard
   * input.
   */
  contentInput?: string;
  /**
   * Facts of its changes that also change by themselves, such as counts; `true`: all. Members need
   * not have seen the newest.
   */
  unstableFacts?: true | readonly string[];
  /**
   * The back office offers it for several rows of its list at once. The first argument names the
   * row.
   */
  isBulk?: true;
  /** Runs as a job in the back office, because it may take minutes. */
  isLong?: true;
  /** Also runs while the database cannot be opened; its statements then fail. */
  worksWithoutDatabase?: true;
  /** As typed after `npm run cinema --`. A test parses each of them. */
  examples: [string, ...string[]];
}

/**
 * Uses the server's database. If it is embedded and a server runs, that server runs the command;
 * else this process does.
 */
interface ServerCommand<Input> extends CommandDescription<Input> {
  runsIn: 'server';
  /** Whether the command changes data: it then has --dry-run and an entry in the audit log. */
  isChange: boolean;
  /**
   * By input: the current values of the object that the first argument names. The form of the back
   * office starts with them.
   */
  currentValues?: CurrentValues | undefined;
  run: (context: ServerCommandContext, input: Input) => Promise<CommandResult>;
}

type CurrentValues = (deps: Deps, object: string) => Promise<Record<string, unknown>>;

/** Always runs in the process of the client. */
interface ClientCommand<Input> extends CommandDescription<Input> {
  runsIn: 'client';
  isChange: boolean;
  run: (context: CommandContext, input: Input) => Promise<CommandResult>;
}

// Groups hold commands with different inputs; each command checks its own input.
// oxlint-disable-next-line typescript/no-explicit-any
export type CommandDefinition = ServerCommand<any> | ClientCommand<any>;

/** A command before its modules are loaded: `run` gets them as its third argument. */
interface CommandSource<Input, Modules, Context> extends CommandDescription<Input> {
  run: (context: Context, input: Input, modules: Modules) => Promise<CommandResult>;
  currentValues?: (...args: [...Parameters<CurrentValues>, Modules]) => ReturnType<CurrentValues>;
}

/**
 * Defines commands whose modules are imported when the command runs. Help, input errors and
 * commands that the server runs need none of these modules.
 */
export function defineCommands<Modules>(loadModules: () => Promise<Modules>) {
  const serverCommand = <Input>(
    { run, currentValues, ...description }: CommandSource<Input, Modules, ServerCommandContext>,
    isChange: boolean,
  ): ServerCommand<Input> => ({
    ...description,
    runsIn: 'server',
    isChange,
    currentValues:
      currentValues && (async (deps, object) => currentValues(deps, object, await loadModules())),
    run: async (context, input) => run(context, input, await loadModules()),
  });
  return {
    readCommand: <Input>(source: CommandSource<Input, Modules, ServerCommandContext>) =>
      serverCommand(source, false),
    changeCommand: <Input>(source: CommandSource<Input, Modules, ServerCommandContext>) =>
      serverCommand(source, true),
    clientCommand: <Input>({
      run,
      ...description
    }: CommandSource<Input, Modules, CommandContext> & {
      isChange: boolean;
    }): ClientCommand<Input> => ({
      ...description,
      runsIn: 'client',
      run: async (context, input) => run(context, input, await loadModules()),
    }),
  };
}

/**
 * Commands about one subject: `movie list`, `movie price`. A command may have the name of its
 * group: `doctor`, `import`.
 */
export interface CommandGroup {
  name: string;
  summary: string;
  /** Who may use the commands in the back office, besides owners. */
  roles: readonly OfficeRole[];
  commands: CommandDefinition[];
}
