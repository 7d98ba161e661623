import { runServerCommand } from '../../scripts/cinema/run-server-command.ts';
import type { Io } from '../../scripts/cinema/command-context.ts';
import type { ServerHandle } from '../../scripts/cinema/server-command-context.ts';
import { commandGroups } from '../../scripts/cinema/command-groups.ts';
import { parseCommandLine } from '../../scripts/cinema/parse-command-line.ts';
import type { TestServer } from './test-server.ts';

export interface CommandOutput {
  code: number;
  out: string;
  err: string;
}

/** Splits a command line into words at spaces and double quotes. Drops a trailing `< file`. */
export const splitWords = (line: string): string[] =>
  [...line.replace(/\s+<\s+\S+$/, '').matchAll(/"([^"]*)"|(\S+)/g)].map(
    ([, quoted, plain]) => quoted ?? plain!,
  );

export function anIo(overrides: Partial<Io> = {}) {
  const result: CommandOutput = { code: -1, out: '', err: '' };
  const io: Io = {
    out: (text) => (result.out += text),
    err: (text) => (result.err += text),
    stdin: async () => '',
    cwd: process.cwd(),
    who: 'asha@host-1',
    signal: new AbortController().signal,
    ...overrides,
  };
  return { io, result };
}

export function aCommandRunner(server: Pick<TestServer, 'deps' | 'database'>) {
  const { deps, database } = server;
  const serverHandle: ServerHandle = { deps, database };

  async function cinema(
    line: string | string[],
    overrides: Partial<Io> = {},
  ): Promise<CommandOutput> {
    const runCommand: Io['runCommand'] = async (argv, output) =>
      (await cinema(argv, { ...overrides, ...output })).code;
    const { io, result } = anIo({ runCommand, ...overrides });
    const invocation = parseCommandLine(
      commandGroups,
      typeof line === 'string' ? splitWords(line) : line,
      io,
    );
    if (typeof invocation === 'number') return { ...result, code: invocation };
    const code = await runServerCommand(serverHandle, io, invocation);
    return { ...result, code };
  }

  return {
    serverHandle,
    cinema,
    /** Runs a command that must succeed, and returns its JSON output. */
    async cinemaJson(line: string | string[], overrides: Partial<Io> = {}): Promise<any> {
      const { code, out, err } = await cinema(
        typeof line === 'string' ? `${line} --json` : [...line, '--json'],
        overrides,
      );
      if (code !== 0) throw new Error(`${String(line)} exited with ${code}: ${err}`);
      return JSON.parse(out);
    },
  };
}

/**
 * Returns the contents of all tables as text, for comparison. Excludes sequences, because a refused command may advance one
 * (`readSequences`). Waits for pending webhooks first, so that none arrives between two dumps.
 */
export async function dumpTables(
  server: Pick<TestServer, 'database' | 'sandbox'>,
  except: string[] = [],
): Promise<Record<string, string>> {
  await server.sandbox.waitUntilIdle();
  const { rows } = await server.database.query(
    `select table_name::text as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  );
  const selects = (rows as { name: string }[])
    .filter(({ name }) => !except.includes(name))
    .map(
      ({ name }) =>
        `select '${name}' as name, coalesce(string_agg(t::text, chr(10) order by t::text), '') as content from "${name}" t`,
    );
  const found = await server.database.query(selects.join(' union all '));
  return Object.fromEntries(
    (found.rows as { name: string; content: string }[]).map(({ name, content }) => [name, content]),
  );
}

export const readSequences = async (server: Pick<TestServer, 'database'>) =>
  (
    await server.database.query(
      `select sequencename, last_value from pg_sequences where schemaname = 'public' order by 1`,
    )
  ).rows;
