/**
 * `npm run serve`: runs only the server, without sample import, site build and sandbox. NODE_ENV
 * defaults to production.
 */
import { readConfig } from '#server/config/read-config.ts';
import { openServer } from '#server/server.ts';
import { developmentSecrets } from '#server/development-secrets.ts';
import type { CommandSocket } from './cinema/command-socket.ts';
import { configuredBackupStorage } from './cinema/storage.ts';
import { exitWithError } from './command-error.ts';
import { loadOfficeOperations, openServerCommandSocket } from './server-socket.ts';
import { probePort } from './port.ts';
import { createShutdown } from './shutdown.ts';

// Operator commands that run in this process read the same variable.
process.env['NODE_ENV'] ||= 'production';
const shutdown = createShutdown();

try {
  const config = readConfig(process.env, developmentSecrets);
  await probePort(config);
  const server = await openServer(config, {
    backups: configuredBackupStorage(config),
    loadOfficeOperations,
  });
  let commandSocket: CommandSocket | undefined;
  shutdown.closeFirst(server.deps, async () => {
    await Promise.all([server.drain(), commandSocket?.close()]);
    await server.close();
  });
  const port = await server.listen();
  commandSocket = await openServerCommandSocket(server);
  server.deps.log.info({ port, role: config.role }, 'the server is running');
} catch (error) {
  exitWithError(error);
}
