import { resolve } from 'node:path';
import { z } from 'zod';

const port = z.coerce.number().int().min(0).max(65535);
const url = z.url({ protocol: /^https?$/ });
const secret = z.string().min(16, 'must have at least 16 characters');
const flag = z.enum(['true', 'false']).transform((text) => text === 'true');

/** Every setting, read once at start. README "Settings" lists them; a test keeps the two alike. */
const Environment = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  PORT: port.default(4321),
  HOST: z.string().default('127.0.0.1'),
  ORIGIN: url.optional(),
  ROLE: z.enum(['all', 'auth', 'streaming', 'worker']).default('all'),
  DATABASE_URL: z
    .string()
    .regex(/^(file:|memory:|postgres(ql)?:)/, 'must begin with file:, memory: or postgres:')
    .optional(),
  DATA_DIR: z.string().default('.matinee'),
  MEDIA_DIR: z.string().optional(),
  SITE_DIR: z.string().optional(),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
  TRUST_PROXY: flag.default(false),
  METRICS_TOKEN: secret.optional(),
  TOKEN_SECRET: secret.optional(),
  OTP_PEPPER: secret.optional(),
  RAZORPAY_URL: url.optional(),
  RAZORPAY_CHECKOUT_URL: url.optional(),
  RAZORPAY_KEY_ID: z.string().optional(),
  RAZORPAY_KEY_SECRET: z.string().optional(),
  RAZORPAY_WEBHOOK_SECRET: z.string().optional(),
  RAZORPAY_WEBHOOK_SECRET_PREVIOUS: z.string().optional(),
  RECONCILE_SECONDS: z.coerce.number().min(0.1).default(20),
  MSG91_URL: url.optional(),
  MSG91_AUTH_KEY: z.string().optional(),
  MSG91_TEMPLATE_ID: z.string().optional(),
});
export type Environment = z.infer<typeof Environment>;
export const SETTING_NAMES = Object.keys(Environment.shape);

export interface Secrets {
  tokenSecret: string;
  otpPepper: string;
}

export interface Config {
  isProduction: boolean;
  port: number;
  host: string;
  /** How the browser reaches us: `http://localhost:4321`. */
  origin: string;
  role: 'all' | 'auth' | 'streaming' | 'worker';
  databaseUrl: string;
  dataDir: string;
  mediaDir: string;
  siteDir: string;
  logLevel: string;
  trustProxy: boolean;
  metricsToken: string | null;
  secrets: Secrets;
  razorpay: {
    baseUrl: string;
    checkoutUrl: string;
    keyId: string;
    keySecret: string;
    webhookSecrets: string[];
    isSandbox: boolean;
  } | null;
  reconcileSeconds: number;
  sms: { baseUrl: string; authKey: string; templateId: string; isSandbox: boolean } | null;
}

/** A setting that cannot be used; the message names the variable. */
export class ConfigError extends Error {}

/** The sandboxes' own credentials. They open nothing outside this machine. */
export const SANDBOX_CREDENTIALS = {
  razorpay: {
    keyId: 'rzp_test_sandbox0000001',
    keySecret: 'sandbox_key_secret_01',
    webhookSecret: 'sandbox_webhook_secret_01',
  },
  msg91: { authKey: 'sandbox_msg91_authkey', templateId: 'sandbox_otp_template' },
};

/**
 * Reads and checks the environment. Throws ConfigError naming the variable.
 * `makeSecrets` is asked for secrets only outside production, where the laptop keeps its own.
 */
export function readConfig(
  environment: Record<string, string | undefined>,
  makeSecrets: (dataDir: string) => Secrets,
): Config {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = Environment.safeParse(given);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new ConfigError(`The setting ${issue!.path.join('.')} cannot be used: ${issue!.message}`);
  }
  const env = parsed.data;
  const isProduction = env.NODE_ENV === 'production';
  const dataDir = resolve(env.DATA_DIR);
  const origin = (env.ORIGIN ?? `http://localhost:${env.PORT}`).replace(/\/$/, '');
  if (isProduction) requireInProduction(env);

  return {
    isProduction,
    port: env.PORT,
    host: env.HOST,
    origin,
    role: env.ROLE,
    databaseUrl: env.DATABASE_URL ?? `file:${resolve(dataDir, 'database')}`,
    dataDir,
    mediaDir: resolve(env.MEDIA_DIR ?? resolve(dataDir, 'media')),
    siteDir: resolve(env.SITE_DIR ?? resolve(dataDir, 'site')),
    logLevel: env.LOG_LEVEL,
    trustProxy: env.TRUST_PROXY,
    metricsToken: env.METRICS_TOKEN ?? null,
    secrets: secretsOf(env, () => makeSecrets(dataDir)),
    razorpay: razorpayOf(env, origin, isProduction),
    reconcileSeconds: env.RECONCILE_SECONDS,
    sms: smsOf(env, origin, isProduction),
  };
}

function secretsOf(env: Environment, make: () => Secrets): Secrets {
  if (env.TOKEN_SECRET && env.OTP_PEPPER) return { tokenSecret: env.TOKEN_SECRET, otpPepper: env.OTP_PEPPER };
  const made = make();
  return { tokenSecret: env.TOKEN_SECRET ?? made.tokenSecret, otpPepper: env.OTP_PEPPER ?? made.otpPepper };
}

function requireInProduction(env: Environment) {
  for (const name of ['DATABASE_URL', 'ORIGIN', 'TOKEN_SECRET', 'OTP_PEPPER'] as const) {
    if (!env[name]) throw new ConfigError(`The setting ${name} is required when NODE_ENV is production`);
  }
  for (const name of ['RAZORPAY_URL', 'RAZORPAY_CHECKOUT_URL', 'MSG91_URL'] as const) {
    if (env[name]?.includes('/sandbox/'))
      throw new ConfigError(`The setting ${name} names a sandbox, which production refuses`);
  }
}

function razorpayOf(env: Environment, origin: string, isProduction: boolean): Config['razorpay'] {
  if (env.RAZORPAY_KEY_ID) {
    if (!env.RAZORPAY_KEY_SECRET)
      throw new ConfigError('The setting RAZORPAY_KEY_SECRET is required beside RAZORPAY_KEY_ID');
    if (!env.RAZORPAY_WEBHOOK_SECRET)
      throw new ConfigError('The setting RAZORPAY_WEBHOOK_SECRET is required beside RAZORPAY_KEY_ID');
    if (!isProduction && env.RAZORPAY_KEY_ID.startsWith('rzp_live_')) {
      throw new ConfigError('The setting RAZORPAY_KEY_ID is a live key, which only production may use');
    }
    return {
      baseUrl: env.RAZORPAY_URL ?? 'https://api.razorpay.com/v1',
      checkoutUrl: env.RAZORPAY_CHECKOUT_URL ?? 'https://checkout.razorpay.com/v1/checkout.js',
      keyId: env.RAZORPAY_KEY_ID,
      keySecret: env.RAZORPAY_KEY_SECRET,
      webhookSecrets: [env.RAZORPAY_WEBHOOK_SECRET, env.RAZORPAY_WEBHOOK_SECRET_PREVIOUS].filter(
        (each) => each !== undefined,
      ),
      isSandbox: false,
    };
  }
  if (isProduction) return null;
  const { keyId, keySecret, webhookSecret } = SANDBOX_CREDENTIALS.razorpay;
  return {
    baseUrl: env.RAZORPAY_URL ?? `${origin}/sandbox/razorpay/v1`,
    checkoutUrl: env.RAZORPAY_CHECKOUT_URL ?? `${origin}/sandbox/razorpay/checkout.js`,
    keyId,
    keySecret,
    webhookSecrets: [webhookSecret],
    isSandbox: true,
  };
}

function smsOf(env: Environment, origin: string, isProduction: boolean): Config['sms'] {
  if (env.MSG91_AUTH_KEY) {
    if (!env.MSG91_TEMPLATE_ID)
      throw new ConfigError('The setting MSG91_TEMPLATE_ID is required beside MSG91_AUTH_KEY');
    return {
      baseUrl: env.MSG91_URL ?? 'https://control.msg91.com',
      authKey: env.MSG91_AUTH_KEY,
      templateId: env.MSG91_TEMPLATE_ID,
      isSandbox: false,
    };
  }
  if (isProduction) return null;
  return { baseUrl: env.MSG91_URL ?? `${origin}/sandbox/sms`, ...SANDBOX_CREDENTIALS.msg91, isSandbox: true };
}
