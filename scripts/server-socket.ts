import type { Config } from '#server/config/config.ts';
import type { Server } from '#server/server.ts';
import {
  isEmbeddedDatabase,
  type CommandSocket,
  openCommandSocket,
} from './cinema/command-socket.ts';

export const localOrigin = ({ host }: Config, port: number) =>
  `http://${host === '0.0.0.0' ? '127.0.0.1' : host}:${port}`;

/** Imported at the first request of the back office, so that the server starts faster. */
export const loadOfficeOperations = () =>
  import('./cinema/office-operations.ts').then(({ officeOperations }) => officeOperations);

/**
 * Lets `npm run cinema` reach this process. Not needed with PostgreSQL, which every process can
 * open.
 */
export async function openServerCommandSocket({
  deps,
  database,
}: Server): Promise<CommandSocket | undefined> {
  const { config } = deps;
  if (!isEmbeddedDatabase(config)) return undefined;
  const handle = { deps, database };
  return openCommandSocket(config.dataDir, async (request, io) => {
    // Imported at the first command, so that the server starts faster.
    const { handleCommandRequest } = await import('./cinema/run-server-command.ts');
    return handleCommandRequest(handle, request, io);
  });
}
