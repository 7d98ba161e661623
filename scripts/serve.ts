/**
 * The server alone, for a cluster: no import, no build, no sandbox, and in production unless NODE_ENV says otherwise.
 * `npm start` (scripts/start.ts) is the laptop's way.
 */
import { readConfig } from '#server/config/read-config.ts';
import { openHouse } from '#server/house.ts';
import { laptopSecrets } from '#server/secrets.ts';
import type { Line } from './cinema/line.ts';
import { backupsOf } from './cinema/storage.ts';
import { fail } from './failure.ts';
import { openHouseLine } from './house-line.ts';
import { probePort } from './port.ts';
import { createShutdown } from './shutdown.ts';

// What else runs in this process (commands, a rebuild) reads the same environment.
process.env['NODE_ENV'] ||= 'production';
const shutdown = createShutdown();

try {
  const config = readConfig(process.env, laptopSecrets);
  await probePort(config);
  const house = await openHouse(config, { backups: backupsOf(config) });
  let line: Line | undefined;
  shutdown.closeFirst(house.deps, async () => {
    await Promise.all([house.drain(), line?.close()]);
    await house.close();
  });
  const port = await house.listen();
  line = await openHouseLine(house);
  house.deps.log.info({ port, role: config.role }, 'open');
} catch (error) {
  fail(error);
}
