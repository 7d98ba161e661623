import { type Config, readConfig } from '#server/config.ts';
import type { Deps } from '#server/deps.ts';
import { AppError } from '#server/errors.ts';
import { openHouse } from '#server/house.ts';
import { ProviderError } from '#server/ports/provider-error.ts';
import { laptopSecrets } from '#server/secrets.ts';
import { CommandError } from './failure.ts';
import { openOutside } from './outside.ts';

/** Jobs that nobody works: the house that runs finds what is due by itself. */
const noJobs = { wake: () => undefined, work: async () => undefined, stop: async () => undefined };

/** Opens the house's database and providers for one command. What it refuses is said in a sentence. */
export async function withTill(work: (deps: Deps) => Promise<void>): Promise<void> {
  const config: Config = { ...readConfig(process.env, laptopSecrets), role: 'worker', logLevel: 'silent' };
  const till = isAlone(config) ? await openAlone(config) : await openHouse(config, { jobs: noJobs });
  try {
    await work(till.deps);
  } catch (error) {
    throw inWords(error);
  } finally {
    await till.close();
  }
}

// The embedded database takes one process, so the house's own stand-ins for the providers are closed now.
const isAlone = ({ isProduction, databaseUrl, razorpay, paypal }: Config) =>
  !isProduction && databaseUrl.startsWith('file:') && Boolean(razorpay?.isSandbox || paypal?.isSandbox);

async function openAlone(config: Config) {
  const within: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    return request.url.startsWith(config.origin) ? house.app.request(request) : fetch(request);
  };
  const outside = openOutside(config, { fetch: within });
  const house = await openHouse(config, { jobs: noJobs, sandbox: outside.app, fetch: within });
  return {
    deps: house.deps,
    async close() {
      await outside.idle();
      outside.close();
      await house.close();
    },
  };
}

function inWords(error: unknown): unknown {
  if (error instanceof AppError) return new CommandError(error.message);
  if (!(error instanceof ProviderError)) return error;
  const { provider, kind, message } = error;
  return new CommandError(
    kind === 'unreachable'
      ? `${provider} cannot be asked now (${message}). Nothing was changed; try again later.`
      : `${provider} refused: ${message}`,
  );
}
