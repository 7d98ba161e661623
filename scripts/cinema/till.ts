import type { Config } from '#server/config/config.ts';
import { readConfig } from '#server/config/read-config.ts';
import { type House, openHouse } from '#server/house.ts';
import { laptopSecrets } from '#server/secrets.ts';
import { openOutside } from '../outside.ts';
import type { Place } from './desk.ts';
import { isEmbedded } from './line.ts';
import { backupsOf } from './storage.ts';

/** Jobs that nobody works: the house that runs finds what is due by itself. */
const noJobs = { wake: () => undefined, work: async () => undefined, stop: async () => undefined };

export const readSettings = (): Config => readConfig(process.env, laptopSecrets);

/** The house's database and providers, opened for one command. */
export async function openTill(settings: Config): Promise<Place & { close: () => Promise<void> }> {
  const config: Config = { ...settings, role: 'worker', logLevel: 'silent', port: 0, host: '127.0.0.1' };
  const till = standsAlone(config)
    ? await openAlone(config)
    : { ...(await openHouse(config, { jobs: noJobs, backups: backupsOf(config) })), idle: async () => undefined };
  const { deps, database, idle, close } = till;
  return {
    deps,
    database,
    apiOrigin: apiOf(till),
    close: async () => {
      await idle();
      await close();
    },
  };
}

/** Listens when it is first asked for. */
function apiOf({ listen }: Pick<House, 'listen'>) {
  let origin: Promise<string> | undefined;
  return () => (origin ??= listen().then((port) => `http://127.0.0.1:${port}`));
}

// The embedded database takes one process, so the house's own stand-ins for the providers are closed now.
const standsAlone = ({ isProduction, razorpay, paypal, ...config }: Config) =>
  !isProduction && isEmbedded(config) && Boolean(razorpay?.isSandbox || paypal?.isSandbox);

async function openAlone(config: Config) {
  const within: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    return request.url.startsWith(config.origin) ? house.app.request(request) : fetch(request);
  };
  const outside = openOutside(config, { fetch: within });
  const house = await openHouse(config, {
    jobs: noJobs,
    backups: backupsOf(config),
    sandbox: outside.app,
    fetch: within,
  });
  return {
    deps: house.deps,
    database: house.database,
    listen: house.listen,
    idle: () => outside.idle(),
    close: async () => {
      outside.close();
      await house.close();
    },
  };
}
