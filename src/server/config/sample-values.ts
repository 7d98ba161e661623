import { PAYMENT_ENVIRONMENT, PAYMENT_PROVIDERS } from '../ports/payments/providers.ts';
import { ConfigError } from './config-error.ts';
import type { Environment } from './environment.ts';
import type { SampleRule } from './sample-rule.ts';
import { SANDBOX_CREDENTIALS } from './sandbox-credentials.ts';
import { SAMPLE_SUPPLIER } from './supplier.ts';

const { smtp, ...CREDENTIALS } = SANDBOX_CREDENTIALS;
const SANDBOX_VALUES = new Set(
  Object.values(CREDENTIALS).flatMap((each) => Object.values<string>(each)),
);

const PROVIDER_URLS = [
  ...Object.keys(PAYMENT_ENVIRONMENT).filter((name) => name.endsWith('_URL')),
  'MSG91_URL',
  'TWILIO_URL',
  'SMTP_URL',
  'GOOGLE_JWKS_URL',
  'GOOGLE_SCRIPT_URL',
  'FACEBOOK_GRAPH_URL',
  'FACEBOOK_SCRIPT_URL',
  'PLACES_URL',
  'MAP_TILE_URL',
];

/** RFC 2606 and RFC 6761 reserve these names. */
const RESERVED_DOMAIN = /[@.](example(\.(com|net|org))?|test|invalid|localhost)>?$/i;

const RULES: SampleRule[] = [
  ...Object.values(PAYMENT_PROVIDERS).flatMap(({ sampleRules }) => sampleRules),
  {
    settings: ['TWILIO_FROM'],
    isSample: (from) => /^\+1500555\d{4}$/.test(from),
    reason: 'is a test number of Twilio, which sends no SMS',
    remedy: 'Set a number, a sender name or a messaging service of your Twilio account.',
  },
  {
    settings: ['SUPPLIER_GSTIN', 'SUPPLIER_NAME'],
    isSample: (value) => value === SAMPLE_SUPPLIER.gstin || value === SAMPLE_SUPPLIER.name,
    reason: 'is the sample cinema’s, and would appear on your invoices',
    remedy:
      'Set the value of your own GST registration, or remove all SUPPLIER_ settings to disable invoices.',
  },
  {
    settings: ['MAIL_FROM'],
    isSample: (sender) => RESERVED_DOMAIN.test(sender.trim()),
    reason: 'is a sample address, whose mails are rejected',
    remedy: 'Set an address of your own domain.',
  },
  {
    settings: PROVIDER_URLS,
    isSample: isSandboxUrl,
    reason: 'names a sandbox, which production refuses',
    remedy: 'Set the live address, or remove the setting.',
  },
  {
    isSample: (value) => SANDBOX_VALUES.has(value),
    reason: 'is the sandbox’s own value, which is public',
    remedy: 'Set the value of your own account at the provider.',
  },
];

/**
 * Matches this server's sandbox (`/sandbox/`, or the user of its mail server) and a provider's
 * (`api-m.sandbox.paypal.com`).
 */
function isSandboxUrl(value: string): boolean {
  if (value.includes('/sandbox/')) return true;
  if (!URL.canParse(value)) return false;
  const { hostname, username } = new URL(value);
  return hostname.split('.').includes('sandbox') || username === smtp.user;
}

export function refuseSampleValues(env: Environment): void {
  const values: Record<string, unknown> = env;
  for (const { settings, isSample, reason, remedy } of RULES)
    for (const name of settings ?? Object.keys(values)) {
      const value = values[name];
      if (typeof value === 'string' && isSample(value))
        throw new ConfigError(`The setting ${name} ${reason}. ${remedy}`);
    }
}
