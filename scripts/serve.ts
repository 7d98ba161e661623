/**
 * The server alone, for a cluster: no import, no build, no sandbox, and in production unless NODE_ENV says otherwise.
 * `npm start` (scripts/start.ts) is the laptop's way.
 */
import { readConfig } from '#server/config/read-config.ts';
import { openHouse } from '#server/house.ts';
import { laptopSecrets } from '#server/secrets.ts';
import { backupsOf } from './cinema/storage.ts';
import { fail } from './failure.ts';
import { openHouseLine } from './house-line.ts';
import { probePort } from './port.ts';

// What else runs in this process (commands, a rebuild) reads the same environment.
process.env['NODE_ENV'] ||= 'production';

try {
  const config = readConfig(process.env, laptopSecrets);
  await probePort(config.port, config.host);
  const house = await openHouse(config, { backups: backupsOf(config) });
  const port = await house.listen();
  const line = await openHouseLine(house);
  house.deps.log.info({ port, role: config.role }, 'open');
  const stop = () =>
    void Promise.resolve(line?.close())
      .then(() => house.close())
      .then(() => process.exit(0), fail);
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
} catch (error) {
  fail(error);
}
