import { z } from 'zod';
import { firstOf } from '#domain/existing.ts';
import { DOMESTIC_DIAL_CODE } from '#domain/limits/session.ts';
import { SERVER_ROLES } from '#domain/operator-states.ts';
import { PAYMENT_ENVIRONMENT } from '../ports/payments/providers.ts';
import { ConfigError } from './config-error.ts';
import {
  dialCodes,
  flag,
  gstin,
  headerToken,
  mailServer,
  origins,
  percent,
  port,
  secret,
  url,
} from './setting-types.ts';

/** Every setting, read once at start. docs/settings.md lists them; a test compares the two. */
const Environment = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  PORT: port.default(4321),
  HOST: z.string().default('127.0.0.1'),
  ORIGIN: url.optional(),
  ALLOW_PUBLIC_SANDBOX: flag.default(false),
  SITE_ORIGINS: origins.optional(),
  ROLE: z.enum(SERVER_ROLES).default('all'),
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
  PICTURE_ORIGINS: origins.optional(),
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
  TOKEN_SECRET_PREVIOUS: secret.optional(),
  OTP_PEPPER: secret.optional(),
  OTP_PEPPER_PREVIOUS: secret.optional(),
  ...PAYMENT_ENVIRONMENT,
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
  MAIL_DAILY_CAP: z.coerce.number().int().min(1).default(20_000),
  MSG91_URL: url.optional(),
  MSG91_AUTH_KEY: z.string().optional(),
  MSG91_TEMPLATE_ID: z.string().optional(),
  MSG91_NOTICE_TEMPLATE_ID: z.string().optional(),
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
    .regex(
      /^(https?:\/)?\/(?=.*\{z\})(?=.*\{x\})(?=.*\{y\})/,
      'must be an address with {z}, {x} and {y}',
    )
    .optional(),
  MAP_ATTRIBUTION: z.string().optional(),
  /** For the footer, which the build makes, and for the doctor. */
  PUBLIC_SOURCE_URL: url.optional(),
});
export type Environment = z.infer<typeof Environment>;
export const SETTING_NAMES = Object.keys(Environment.shape);

/** Treats an empty setting as unset. Throws ConfigError. */
export function readEnvironment(environment: Record<string, string | undefined>): Environment {
  const nonEmpty = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = Environment.safeParse(nonEmpty);
  if (parsed.success) return parsed.data;
  const issue = firstOf(parsed.error.issues);
  throw new ConfigError(`The setting ${issue.path.join('.')} cannot be used: ${issue.message}`);
}
