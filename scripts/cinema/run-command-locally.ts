import type { Config } from '#server/config/config.ts';
import { newerSchemaNotice, readSchemaVersion } from '#server/db/schema-check.ts';
import type { Io } from './command-context.ts';
import { withLocalServer } from './local-server.ts';
import type { Invocation } from './parse-command-line.ts';
import { runServerCommand } from './run-server-command.ts';

/** Runs a command in this process. Returns the exit code. */
export function runCommandLocally(
  settings: Config,
  io: Io,
  invocation: Invocation,
): Promise<number> {
  const { worksWithoutDatabase = false } = invocation.command;
  return withLocalServer(
    settings,
    async (server) => {
      // A command that works without the database reports on the database itself.
      const notice = worksWithoutDatabase
        ? null
        : newerSchemaNotice(await readSchemaVersion(server.deps.db));
      if (notice) io.err(`${notice}\n`);
      return runServerCommand(server, io, invocation);
    },
    { worksWithoutDatabase },
  );
}
