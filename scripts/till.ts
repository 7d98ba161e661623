import { type Config, readConfig } from '#server/config.ts';
import type { Deps } from '#server/deps.ts';
import { openHouse } from '#server/house.ts';
import { laptopSecrets } from '#server/secrets.ts';

/** Jobs that nobody works: the house that runs finds what is due by itself. */
const noJobs = { wake: () => undefined, work: async () => undefined, stop: async () => undefined };

/** Opens the house's database and providers for one command. */
export async function withTill(work: (deps: Deps) => Promise<void>): Promise<void> {
  const config: Config = { ...readConfig(process.env, laptopSecrets), role: 'worker', logLevel: 'warn' };
  const house = await openHouse(config, { jobs: noJobs });
  try {
    await work(house.deps);
  } finally {
    await house.close();
  }
}
