import { ConfigError } from './config-error.ts';
import type { Environment } from './environment.ts';
import { isGuessable } from './guessable.ts';

const REQUIRED = ['DATABASE_URL', 'ORIGIN', 'TOKEN_SECRET', 'OTP_PEPPER'] as const;

const SECRETS = [
  'TOKEN_SECRET',
  'TOKEN_SECRET_PREVIOUS',
  'OTP_PEPPER',
  'OTP_PEPPER_PREVIOUS',
  'METRICS_TOKEN',
] as const;

const PROVIDER_URLS = [
  'RAZORPAY_URL',
  'RAZORPAY_CHECKOUT_URL',
  'PAYPAL_URL',
  'PAYPAL_SCRIPT_URL',
  'MSG91_URL',
  'TWILIO_URL',
  'GOOGLE_JWKS_URL',
  'GOOGLE_SCRIPT_URL',
  'FACEBOOK_GRAPH_URL',
  'FACEBOOK_SCRIPT_URL',
  'PLACES_URL',
  'MAP_TILE_URL',
] as const;

/** What only a laptop may leave out, and what only a laptop may name. Throws ConfigError. */
export function checkForProduction(env: Environment) {
  for (const name of REQUIRED) {
    if (!env[name])
      throw new ConfigError(
        `The setting ${name} is required when NODE_ENV is production, as it is for \`npm run serve\` unless NODE_ENV says otherwise`,
      );
  }
  for (const name of SECRETS) {
    if (env[name] && isGuessable(env[name]))
      throw new ConfigError(`The setting ${name} can be guessed. Make one: openssl rand -base64 32`);
  }
  for (const [name, origins] of [
    ['ORIGIN', [env.ORIGIN]],
    ['SITE_ORIGINS', env.SITE_ORIGINS ?? []],
  ] as const) {
    if (!origins.every((origin) => origin?.startsWith('https:')))
      throw new ConfigError(`The setting ${name} must begin with https:// when NODE_ENV is production`);
  }
  for (const name of PROVIDER_URLS) {
    if (env[name]?.includes('/sandbox/'))
      throw new ConfigError(`The setting ${name} names a sandbox, which production refuses`);
  }
  if (env.PAYPAL_URL?.includes('sandbox.paypal.com'))
    throw new ConfigError('The setting PAYPAL_URL names PayPal’s test system, which production refuses');
}
