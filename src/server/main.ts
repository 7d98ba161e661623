/** The server alone, for a cluster: no import, no build, no sandbox. `npm start` (scripts/start.ts) is the laptop's way. */
import { ConfigError, readConfig } from './config.ts';
import { DatabaseError } from './db/open.ts';
import { openHouse } from './house.ts';
import { laptopSecrets } from './secrets.ts';

try {
  const config = readConfig(process.env, laptopSecrets);
  const house = await openHouse(config);
  const port = await house.listen();
  house.deps.log.info({ port, role: config.role }, 'open');
  const stop = () => void house.close().then(() => process.exit(0));
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
} catch (error) {
  const isTold =
    error instanceof ConfigError ||
    error instanceof DatabaseError ||
    (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
  console.error(isTold ? (error as Error).message : error);
  process.exit(1);
}
