import { createPrivateKey } from 'node:crypto';
import { resolve } from 'node:path';
import { z } from 'zod';
import { DOMESTIC_DIAL_CODE } from '#domain/limits.ts';
import { stateOfGstin } from '#domain/states.ts';
import { placeMessages } from '#messages/places.ts';
import type { PoolSettings } from './db/postgres.ts';

const port = z.coerce.number().int().min(0).max(65535);
const url = z.url({ protocol: /^https?$/ });
const secret = z.string().min(16, 'must have at least 16 characters');
const headerToken = z.string().regex(/^[\x21-\x7e]+$/, 'must be one word of plain signs');
const mailServer = z.url({ protocol: /^smtps?$/ });
const dialCodes = z
  .string()
  .regex(/^\d{1,3}(\s*,\s*\d{1,3})*$/, 'must be dial codes, as in 91,971')
  .transform((list) => list.split(',').map((each) => each.trim()));
const flag = z.enum(['true', 'false']).transform((text) => text === 'true');
// Chosen: the sample numbers of the law's own papers end in anything; what is judged is the shape, and the State in front.
const gstin = z
  .string()
  .regex(/^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[\dA-Z]$/, 'must be a GSTIN')
  .refine((number) => stateOfGstin(number), 'must begin with the code of a State');

/** Two decimals at most, so that hundredths are whole numbers and half a paisa is exactly half. */
const percent = z
  .string()
  .regex(/^\d{1,3}(\.\d{1,2})?$/, 'must be a percentage with two decimals at most')
  .transform(Number)
  .refine((value) => value <= 100, 'must be 100 at most');

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
  DATABASE_READ_URL: z
    .string()
    .regex(/^postgres(ql)?:/, 'must begin with postgres:')
    .optional(),
  DATABASE_POOL: z.coerce.number().int().min(2).max(500).default(10),
  DATABASE_STATEMENT_SECONDS: z.coerce.number().int().min(1).default(30),
  DRAIN_SECONDS: z.coerce.number().min(0).default(20),
  DATA_DIR: z.string().default('.matinee'),
  MEDIA_DIR: z.string().optional(),
  MEDIA_CDN: z.enum(['bunny', 'akamai', 'cloudfront']).optional(),
  MEDIA_CDN_URL: url.optional(),
  MEDIA_CDN_KEY: z.string().optional(),
  MEDIA_CDN_KEY_ID: z.string().optional(),
  SITE_DIR: z.string().optional(),
  SITE_BUCKET: z
    .string()
    .regex(/^s3:\/\/[^/]+(\/.*)?$/, 'must be s3://bucket or s3://bucket/prefix')
    .optional(),
  CDN_PURGE_URL: url.optional(),
  CDN_PURGE_TOKEN: headerToken.optional(),
  BACKUP_TO: z
    .string()
    .regex(/^((?!s3:)|s3:\/\/[^/]+(\/.*)?$)/, 'must be a folder, s3://bucket or s3://bucket/prefix')
    .optional(),
  BACKUP_AT: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of the day, as in 03:30')
    .default('03:30'),
  BACKUP_KEEP: z.coerce.number().int().min(1).default(14),
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
  PAYPAL_CLIENT_ID: z.string().optional(),
  PAYPAL_CLIENT_SECRET: z.string().optional(),
  PAYPAL_WEBHOOK_ID: z.string().optional(),
  PAYPAL_RUPEES_PER_DOLLAR: z.coerce.number().min(1).max(10_000).optional(),
  PAYPAL_URL: url.optional(),
  PAYPAL_SCRIPT_URL: url.optional(),
  SUPPLIER_NAME: z.string().optional(),
  SUPPLIER_ADDRESS: z.string().optional(),
  SUPPLIER_GSTIN: gstin.optional(),
  SUPPLIER_LUT: flag.default(false),
  PLATFORM_SHARE_PERCENT: percent.default(20),
  GATEWAY_FEE_PERCENT: percent.default(2.36),
  RECONCILE_SECONDS: z.coerce.number().min(0.1).default(20),
  SMS_PROVIDER: z.enum(['msg91', 'twilio']).default('msg91'),
  SMS_COUNTRIES: dialCodes.default([DOMESTIC_DIAL_CODE]),
  OTP_DAILY_CAP: z.coerce.number().int().min(1).default(5000),
  MSG91_URL: url.optional(),
  MSG91_AUTH_KEY: z.string().optional(),
  MSG91_TEMPLATE_ID: z.string().optional(),
  TWILIO_URL: url.optional(),
  TWILIO_ACCOUNT_SID: z.string().optional(),
  TWILIO_AUTH_TOKEN: z.string().optional(),
  TWILIO_FROM: z.string().optional(),
  SMTP_URL: mailServer.optional(),
  MAIL_FROM: z.string().optional(),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_JWKS_URL: url.optional(),
  GOOGLE_ISSUERS: z
    .string()
    .default('accounts.google.com,https://accounts.google.com')
    .transform((list) => list.split(',').map((each) => each.trim())),
  GOOGLE_SCRIPT_URL: url.optional(),
  FACEBOOK_APP_ID: z.string().optional(),
  FACEBOOK_APP_SECRET: z.string().optional(),
  FACEBOOK_GRAPH_URL: url.regex(/\/v\d+\.\d+$/, 'must end with a version: /v25.0').optional(),
  FACEBOOK_SCRIPT_URL: url.optional(),
  PLACES_URL: url.optional(),
  MAP_TILE_URL: z
    .string()
    .regex(/^(https?:\/)?\/(?=.*\{z\})(?=.*\{x\})(?=.*\{y\})/, 'must be an address with {z}, {x} and {y}')
    .optional(),
  MAP_ATTRIBUTION: z.string().optional(),
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
  pool: PoolSettings;
  /** How long requests that are being served may go on when the process is told to stop. */
  drainSeconds: number;
  dataDir: string;
  mediaDir: string;
  /** The delivery network that has `MEDIA_DIR/packages` under `baseUrl/packages`; null where the house serves them itself. */
  mediaCdn:
    | { kind: 'bunny' | 'akamai'; baseUrl: string; key: string }
    | { kind: 'cloudfront'; baseUrl: string; key: string; keyId: string }
    | null;
  siteDir: string;
  /** Where the site is published besides; null where it is only served from `siteDir`. */
  siteBucket: { bucket: string; prefix: string } | null;
  /** Where the delivery network before the site hears of what changed; null where it is told nothing. */
  cdnPurge: { url: string; token: string } | null;
  /** Where the house backs itself up, when (`03:30`, by the house's clock), and how many of those backups it keeps. */
  backup: { to: string; at: string; keep: number } | null;
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
  paypal: {
    /** Without a version. */
    baseUrl: string;
    /** Of the browser's SDK, without its parameters. */
    scriptUrl: string;
    clientId: string;
    clientSecret: string;
    webhookId: string;
    rupeesPerDollar: number;
    isSandbox: boolean;
  } | null;
  /** Who sells, for the papers; null where nothing names them, and then there are no papers. */
  supplier: {
    name: string;
    address: string[];
    gstin: string;
    stateCode: string;
    isUnderLut: boolean;
    /** The sample house's own: its buyers need not say where they live. */
    isSandbox: boolean;
  } | null;
  /** What the house keeps of a ticket's money after the payment provider, in percent, agreed when it is paid. */
  platformSharePercent: number;
  /** What a provider keeps of a payment, its tax included, in percent; used where the provider has not said it. */
  gatewayFeePercent: number;
  reconcileSeconds: number;
  smsProvider: 'msg91' | 'twilio';
  sms: Msg91Settings | TwilioSettings | null;
  /** `url` is null while the sandbox's own mail server has no port yet. */
  email: { url: string | null; from: string; isSandbox: boolean } | null;
  otp: {
    /** Dial codes that codes are sent to by SMS. */
    smsDialCodes: string[];
    /** Codes a day by SMS, and as many by e-mail. */
    dailyCap: number;
  };
  google: { clientId: string; jwksUrl: string; issuers: string[]; scriptUrl: string; isSandbox: boolean } | null;
  facebook: {
    appId: string;
    appSecret: string;
    /** With the version, which the browser's script needs too: `…/v25.0`, `v25.0`. */
    graphUrl: string;
    version: string;
    scriptUrl: string;
    isSandbox: boolean;
  } | null;
  /** Where places are searched for, in Photon's protocol. */
  places: { baseUrl: string } | null;
  mapTiles: { tileUrl: string; attribution: string } | null;
}

interface Msg91Settings {
  provider: 'msg91';
  baseUrl: string;
  authKey: string;
  templateId: string;
  isSandbox: boolean;
}
interface TwilioSettings {
  provider: 'twilio';
  baseUrl: string;
  accountSid: string;
  authToken: string;
  /** A number, a sender's name, or the id of a messaging service (`MG…`). */
  from: string;
  isSandbox: boolean;
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
  paypal: { clientId: 'sandbox_paypal_client', clientSecret: 'sandbox_paypal_secret', webhookId: 'SBX4291016473214C' },
  msg91: { authKey: 'sandbox_msg91_authkey', templateId: 'sandbox_otp_template' },
  twilio: { accountSid: 'AC00000000000000000000000000000001', authToken: 'sandbox_twilio_token', from: '+14155550999' },
  smtp: { user: 'sandbox', password: 'sandbox_smtp_password' },
  google: { clientId: 'sbx.apps.googleusercontent.com' },
  facebook: { appId: '1000000000000001', appSecret: 'sandbox_fb_secret' },
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
    pool: {
      pool: env.DATABASE_POOL,
      statementSeconds: env.DATABASE_STATEMENT_SECONDS,
      readUrl: env.DATABASE_READ_URL ?? null,
    },
    drainSeconds: env.DRAIN_SECONDS,
    dataDir,
    mediaDir: resolve(env.MEDIA_DIR ?? resolve(dataDir, 'media')),
    mediaCdn: mediaCdnOf(env),
    siteDir: resolve(env.SITE_DIR ?? resolve(dataDir, 'site')),
    siteBucket: env.SITE_BUCKET ? placeInBucket(env.SITE_BUCKET) : null,
    cdnPurge: cdnPurgeOf(env, isProduction),
    backup: env.BACKUP_TO ? { to: placeTyped(env.BACKUP_TO), at: env.BACKUP_AT, keep: env.BACKUP_KEEP } : null,
    logLevel: env.LOG_LEVEL,
    trustProxy: env.TRUST_PROXY,
    metricsToken: env.METRICS_TOKEN ?? null,
    secrets: secretsOf(env, () => makeSecrets(dataDir)),
    razorpay: razorpayOf(env, origin, isProduction),
    paypal: paypalOf(env, origin, isProduction),
    supplier: supplierOf(env, isProduction),
    platformSharePercent: env.PLATFORM_SHARE_PERCENT,
    gatewayFeePercent: env.GATEWAY_FEE_PERCENT,
    reconcileSeconds: env.RECONCILE_SECONDS,
    smsProvider: env.SMS_PROVIDER,
    sms: smsOf(env, origin, isProduction),
    email: emailOf(env, origin, isProduction),
    otp: { smsDialCodes: env.SMS_COUNTRIES, dailyCap: env.OTP_DAILY_CAP },
    google: googleOf(env, origin, isProduction),
    facebook: facebookOf(env, origin, isProduction),
    places: placesOf(env, origin, isProduction),
    mapTiles: mapTilesOf(env, isProduction),
  };
}

function secretsOf(env: Environment, make: () => Secrets): Secrets {
  if (env.TOKEN_SECRET && env.OTP_PEPPER) return { tokenSecret: env.TOKEN_SECRET, otpPepper: env.OTP_PEPPER };
  const made = make();
  return { tokenSecret: env.TOKEN_SECRET ?? made.tokenSecret, otpPepper: env.OTP_PEPPER ?? made.otpPepper };
}

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

function requireInProduction(env: Environment) {
  for (const name of ['DATABASE_URL', 'ORIGIN', 'TOKEN_SECRET', 'OTP_PEPPER'] as const) {
    if (!env[name]) throw new ConfigError(`The setting ${name} is required when NODE_ENV is production`);
  }
  for (const name of PROVIDER_URLS) {
    if (env[name]?.includes('/sandbox/'))
      throw new ConfigError(`The setting ${name} names a sandbox, which production refuses`);
  }
  if (env.PAYPAL_URL?.includes('sandbox.paypal.com'))
    throw new ConfigError('The setting PAYPAL_URL names PayPal’s test system, which production refuses');
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

/** Chosen: the sandbox's own rate; what a real dollar costs is the operator's to say. */
const SAMPLE_RUPEES_PER_DOLLAR = 88;

function paypalOf(env: Environment, origin: string, isProduction: boolean): Config['paypal'] {
  if (env.PAYPAL_CLIENT_ID) {
    for (const name of ['PAYPAL_CLIENT_SECRET', 'PAYPAL_WEBHOOK_ID', 'PAYPAL_RUPEES_PER_DOLLAR'] as const)
      if (!env[name]) throw new ConfigError(`The setting ${name} is required beside PAYPAL_CLIENT_ID`);
    return {
      baseUrl: env.PAYPAL_URL ?? `https://api-m.${isProduction ? '' : 'sandbox.'}paypal.com`,
      scriptUrl: env.PAYPAL_SCRIPT_URL ?? 'https://www.paypal.com/sdk/js',
      clientId: env.PAYPAL_CLIENT_ID,
      clientSecret: env.PAYPAL_CLIENT_SECRET!,
      webhookId: env.PAYPAL_WEBHOOK_ID!,
      rupeesPerDollar: env.PAYPAL_RUPEES_PER_DOLLAR!,
      isSandbox: false,
    };
  }
  if (isProduction) return null;
  return {
    baseUrl: env.PAYPAL_URL ?? `${origin}/sandbox/paypal`,
    scriptUrl: env.PAYPAL_SCRIPT_URL ?? `${origin}/sandbox/paypal/sdk/js`,
    ...SANDBOX_CREDENTIALS.paypal,
    rupeesPerDollar: env.PAYPAL_RUPEES_PER_DOLLAR ?? SAMPLE_RUPEES_PER_DOLLAR,
    isSandbox: true,
  };
}

const SAMPLE_SUPPLIER = {
  name: 'Sample Picture House',
  address: ['14 Cathedral Road', 'Chennai 600086'],
  gstin: '33AAAAA0000A1Z5',
};

function supplierOf(env: Environment, isProduction: boolean): Config['supplier'] {
  const { SUPPLIER_NAME: name, SUPPLIER_ADDRESS: address, SUPPLIER_GSTIN: gstin, SUPPLIER_LUT: isUnderLut } = env;
  if (gstin) {
    if (!name) throw new ConfigError('The setting SUPPLIER_NAME is required beside SUPPLIER_GSTIN');
    if (!address) throw new ConfigError('The setting SUPPLIER_ADDRESS is required beside SUPPLIER_GSTIN');
    const lines = address.split('|').map((line) => line.trim());
    return { name, address: lines, gstin, stateCode: stateOfGstin(gstin)!.code, isUnderLut, isSandbox: false };
  }
  if (isProduction) return null;
  return { ...SAMPLE_SUPPLIER, stateCode: stateOfGstin(SAMPLE_SUPPLIER.gstin)!.code, isUnderLut, isSandbox: true };
}

function smsOf(env: Environment, origin: string, isProduction: boolean): Config['sms'] {
  return env.SMS_PROVIDER === 'twilio' ? twilioOf(env, origin, isProduction) : msg91Of(env, origin, isProduction);
}

function msg91Of(env: Environment, origin: string, isProduction: boolean): Msg91Settings | null {
  const provider = 'msg91';
  if (env.MSG91_AUTH_KEY) {
    if (!env.MSG91_TEMPLATE_ID)
      throw new ConfigError('The setting MSG91_TEMPLATE_ID is required beside MSG91_AUTH_KEY');
    return {
      provider,
      baseUrl: env.MSG91_URL ?? 'https://control.msg91.com',
      authKey: env.MSG91_AUTH_KEY,
      templateId: env.MSG91_TEMPLATE_ID,
      isSandbox: false,
    };
  }
  if (isProduction) return null;
  return { provider, baseUrl: env.MSG91_URL ?? `${origin}/sandbox/sms`, ...SANDBOX_CREDENTIALS.msg91, isSandbox: true };
}

function twilioOf(env: Environment, origin: string, isProduction: boolean): TwilioSettings | null {
  const provider = 'twilio';
  const { TWILIO_ACCOUNT_SID: accountSid, TWILIO_AUTH_TOKEN: authToken, TWILIO_FROM: from } = env;
  if (accountSid) {
    if (!authToken) throw new ConfigError('The setting TWILIO_AUTH_TOKEN is required beside TWILIO_ACCOUNT_SID');
    if (!from) throw new ConfigError('The setting TWILIO_FROM is required beside TWILIO_ACCOUNT_SID');
    const baseUrl = env.TWILIO_URL ?? 'https://api.twilio.com';
    return { provider, baseUrl, accountSid, authToken, from, isSandbox: false };
  }
  if (isProduction) return null;
  const baseUrl = env.TWILIO_URL ?? `${origin}/sandbox/twilio`;
  return { provider, baseUrl, ...SANDBOX_CREDENTIALS.twilio, isSandbox: true };
}

function emailOf(env: Environment, origin: string, isProduction: boolean): Config['email'] {
  const from = env.MAIL_FROM ?? `Matinee <no-reply@${new URL(origin).hostname}>`;
  const isSandbox = env.SMTP_URL ? new URL(env.SMTP_URL).username === SANDBOX_CREDENTIALS.smtp.user : true;
  if (isProduction && isSandbox && env.SMTP_URL)
    throw new ConfigError('The setting SMTP_URL names a sandbox, which production refuses');
  if (isProduction && !env.SMTP_URL) return null;
  return { url: env.SMTP_URL ?? null, from, isSandbox };
}

function googleOf(env: Environment, origin: string, isProduction: boolean): Config['google'] {
  const isSandbox = !env.GOOGLE_CLIENT_ID;
  if (isSandbox && isProduction) return null;
  const own = isSandbox
    ? { jwksUrl: `${origin}/sandbox/google/oauth2/v3/certs`, scriptUrl: `${origin}/sandbox/google/gsi/client` }
    : { jwksUrl: 'https://www.googleapis.com/oauth2/v3/certs', scriptUrl: 'https://accounts.google.com/gsi/client' };
  return {
    clientId: env.GOOGLE_CLIENT_ID ?? SANDBOX_CREDENTIALS.google.clientId,
    jwksUrl: env.GOOGLE_JWKS_URL ?? own.jwksUrl,
    issuers: env.GOOGLE_ISSUERS,
    scriptUrl: env.GOOGLE_SCRIPT_URL ?? own.scriptUrl,
    isSandbox,
  };
}

function facebookOf(env: Environment, origin: string, isProduction: boolean): Config['facebook'] {
  const isSandbox = !env.FACEBOOK_APP_ID;
  if (isSandbox && isProduction) return null;
  if (!isSandbox && !env.FACEBOOK_APP_SECRET)
    throw new ConfigError('The setting FACEBOOK_APP_SECRET is required beside FACEBOOK_APP_ID');
  const own = isSandbox
    ? { graphUrl: `${origin}/sandbox/facebook/v25.0`, scriptUrl: `${origin}/sandbox/facebook/en_US/sdk.js` }
    : { graphUrl: 'https://graph.facebook.com/v25.0', scriptUrl: 'https://connect.facebook.net/en_US/sdk.js' };
  const graphUrl = env.FACEBOOK_GRAPH_URL ?? own.graphUrl;
  return {
    ...(isSandbox
      ? SANDBOX_CREDENTIALS.facebook
      : { appId: env.FACEBOOK_APP_ID!, appSecret: env.FACEBOOK_APP_SECRET! }),
    graphUrl,
    version: graphUrl.slice(graphUrl.lastIndexOf('/') + 1),
    scriptUrl: env.FACEBOOK_SCRIPT_URL ?? own.scriptUrl,
    isSandbox,
  };
}

function mediaCdnOf({
  MEDIA_CDN: kind,
  MEDIA_CDN_URL: address,
  MEDIA_CDN_KEY: key,
  MEDIA_CDN_KEY_ID: keyId,
}: Environment): Config['mediaCdn'] {
  if (!kind) return null;
  if (!address) throw new ConfigError('The setting MEDIA_CDN_URL is required beside MEDIA_CDN');
  if (!key) throw new ConfigError('The setting MEDIA_CDN_KEY is required beside MEDIA_CDN');
  if (kind === 'akamai' && !/^([0-9a-f]{2})+$/i.test(key))
    throw new ConfigError('The setting MEDIA_CDN_KEY must be hexadecimal for Akamai');
  const baseUrl = address.replace(/\/$/, '');
  if (kind !== 'cloudfront') return { kind, baseUrl, key };
  if (!keyId) throw new ConfigError('The setting MEDIA_CDN_KEY_ID is required beside MEDIA_CDN=cloudfront');
  return { kind, baseUrl, key: privateKeyOf(key), keyId };
}

function cdnPurgeOf({ CDN_PURGE_URL: url, CDN_PURGE_TOKEN: token }: Environment, isProduction: boolean) {
  if (!url) return null;
  if (!token) throw new ConfigError('The setting CDN_PURGE_TOKEN is required beside CDN_PURGE_URL');
  const { protocol, hostname } = new URL(url);
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  if (isProduction && protocol !== 'https:' && !isHere)
    throw new ConfigError('The setting CDN_PURGE_URL must begin with https: it is sent a token');
  return { url, token };
}

/** A PEM in one line of an environment file has its line ends written as \n. */
function privateKeyOf(text: string): string {
  const pem = text.replaceAll('\\n', '\n');
  try {
    createPrivateKey(pem);
    return pem;
  } catch {
    throw new ConfigError('The setting MEDIA_CDN_KEY is not a private key in PEM');
  }
}

// Chosen: no public provider by default: whose servers viewers' typing goes to is the operator's decision.
function placesOf(env: Environment, origin: string, isProduction: boolean): Config['places'] {
  if (env.PLACES_URL) return { baseUrl: env.PLACES_URL };
  return isProduction ? null : { baseUrl: `${origin}/sandbox/places` };
}

function mapTilesOf(env: Environment, isProduction: boolean): Config['mapTiles'] {
  if (env.MAP_TILE_URL) {
    if (!env.MAP_ATTRIBUTION) throw new ConfigError('The setting MAP_ATTRIBUTION is required beside MAP_TILE_URL');
    return { tileUrl: env.MAP_TILE_URL, attribution: env.MAP_ATTRIBUTION };
  }
  if (isProduction) return null;
  return { tileUrl: '/sandbox/places/tiles/{z}/{x}/{y}.svg', attribution: placeMessages.sampleMap };
}

/** `s3://bucket/some/prefix` → the bucket, and `some/prefix/`. */
function placeInBucket(address: string) {
  const [, bucket = '', path = ''] = /^s3:\/\/([^/]+)\/?(.*)$/.exec(address) ?? [];
  const prefix = path.replace(/\/+$/, '');
  return { bucket, prefix: prefix && `${prefix}/` };
}

/** A folder as it is whatever the folder one stands in; a bucket's address as it was typed. */
const placeTyped = (typed: string) => (typed.startsWith('s3:') ? typed : resolve(typed));
