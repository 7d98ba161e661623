import { ConfigError } from './config-error.ts';
import type { Environment } from './environment.ts';
import { isGuessableSecret } from './guessable-secret.ts';
import { refuseSampleValues } from './sample-values.ts';

const REQUIRED = ['DATABASE_URL', 'ORIGIN', 'TOKEN_SECRET', 'OTP_PEPPER'] as const;

const SECRETS = [
  'TOKEN_SECRET',
  'TOKEN_SECRET_PREVIOUS',
  'OTP_PEPPER',
  'OTP_PEPPER_PREVIOUS',
  'METRICS_TOKEN',
] as const;

/** Checks for missing settings and development values. Throws ConfigError. */
export function checkForProduction(env: Environment) {
  for (const name of REQUIRED) {
    if (!env[name])
      throw new ConfigError(
        `The setting ${name} is required when NODE_ENV is production, and \`npm run serve\` sets that by default`,
      );
  }
  for (const name of SECRETS) {
    if (env[name] && isGuessableSecret(env[name]))
      throw new ConfigError(
        `The setting ${name} can be guessed. Generate one: openssl rand -base64 32`,
      );
  }
  for (const [name, origins] of [
    ['ORIGIN', [env.ORIGIN]],
    ['SITE_ORIGINS', env.SITE_ORIGINS ?? []],
  ] as const) {
    if (!origins.every((origin) => origin?.startsWith('https:')))
      throw new ConfigError(
        `The setting ${name} must begin with https:// when NODE_ENV is production, because plain http would expose sessions and payments. ` +
          'Set the https:// address of your proxy. To try the server on your own machine, use `npm start`, or set NODE_ENV=development.',
      );
  }
  refuseSampleValues(env);
}
