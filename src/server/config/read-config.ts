import { resolve } from 'node:path';
import { readPaymentSettings } from '../ports/payments/providers.ts';
import { backupSettings } from './backup.ts';
import { type Environment, readEnvironment } from './environment.ts';
import { mapTileSettings, placesSettings } from './geo.ts';
import { mediaCdnSettings } from './media-cdn.ts';
import { emailSettings, smsSettings } from './messenger.ts';
import { checkForProduction } from './production.ts';
import { findPassedSocket } from './passed-socket.ts';
import { checkSandboxIsPrivate } from './public-sandbox.ts';
import { cdnPurgeSettings, siteBucketSettings } from './publisher.ts';
import { type Secrets, rotatingSecrets } from './secrets.ts';
import { facebookSettings, googleSettings } from './social.ts';
import { supplierSettings } from './supplier.ts';

/**
 * Reads and checks the environment. Calls `developmentSecrets` only outside production. Throws
 * ConfigError.
 */
export function readConfig(
  environment: Record<string, string | undefined>,
  developmentSecrets: (dataDir: string) => Secrets,
) {
  const env = readEnvironment(environment);
  const isProduction = env.NODE_ENV === 'production';
  const dataDir = resolve(env.DATA_DIR);
  const origin = (env.ORIGIN ?? `http://localhost:${env.PORT}`).replace(/\/$/, '');
  if (isProduction) checkForProduction(env);
  else checkSandboxIsPrivate(env, origin);

  return {
    isProduction,
    /** Whether the server answers only names of this machine. In production the proxy decides. */
    isPrivate: !isProduction && !env.ALLOW_PUBLIC_SANDBOX,
    port: env.PORT,
    /** Descriptor of an open socket that systemd passed; it replaces `port`. */
    passedSocket: findPassedSocket(environment, process.pid),
    host: env.HOST,
    /** Public address of this server: `http://localhost:4321`. */
    origin,
    /**
     * Origins that serve the site's pages, `[origin]` by default. Links in mails use the first
     * origin.
     */
    siteOrigins: siteOriginsOf(env, origin),
    role: env.ROLE,
    databaseUrl: env.DATABASE_URL ?? `file:${resolve(dataDir, 'database')}`,
    pool: {
      maxConnections: env.DATABASE_POOL,
      statementSeconds: env.DATABASE_STATEMENT_SECONDS,
      readUrl: env.DATABASE_READ_URL ?? null,
    },
    drainSeconds: env.DRAIN_SECONDS,
    dataDir,
    mediaDir: resolve(env.MEDIA_DIR ?? resolve(dataDir, 'media')),
    mediaCdn: mediaCdnSettings(env),
    siteDir: resolve(env.SITE_DIR ?? resolve(dataDir, 'site')),
    siteBucket: siteBucketSettings(env),
    cdnPurge: cdnPurgeSettings(env, isProduction),
    backup: backupSettings(env),
    logLevel: env.LOG_LEVEL,
    trustProxy: env.TRUST_PROXY,
    metricsToken: env.METRICS_TOKEN ?? null,
    secrets: rotatingSecrets(env, () => developmentSecrets(dataDir)),
    ...readPaymentSettings(env, { origin, isProduction }),
    /** The seller on invoices; null: no invoices. */
    supplier: supplierSettings(env, isProduction),
    /** The cinema's share of a sale after the gateway fee, fixed when the ticket is paid. */
    platformSharePercent: env.PLATFORM_SHARE_PERCENT,
    /** Estimate of a provider's fee with tax, until the provider reports the real fee. */
    gatewayFeePercent: env.GATEWAY_FEE_PERCENT,
    reconcileSeconds: env.RECONCILE_SECONDS,
    smsProvider: env.SMS_PROVIDER,
    sms: smsSettings(env, origin, isProduction),
    email: emailSettings(env, origin, isProduction),
    /** `dailyCap`: SMS a day, and the same count of codes by e-mail. */
    otp: { smsDialCodes: env.SMS_COUNTRIES, dailyCap: env.OTP_DAILY_CAP },
    /** Mails a day without a code that nobody paid for. */
    mailDailyCap: env.MAIL_DAILY_CAP,
    google: googleSettings(env, origin, isProduction),
    facebook: facebookSettings(env, origin, isProduction),
    places: placesSettings(env, origin, isProduction),
    mapTiles: mapTileSettings(env, origin, isProduction),
    /** Where viewers get the source of this server. */
    sourceUrl: env.PUBLIC_SOURCE_URL ?? null,
  };
}

function siteOriginsOf({ SITE_ORIGINS }: Environment, origin: string): [string, ...string[]] {
  const [primary = origin, ...secondary] = SITE_ORIGINS ?? [];
  return [primary, ...secondary];
}
