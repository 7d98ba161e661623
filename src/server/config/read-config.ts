import { resolve } from 'node:path';
import { backupSettings } from './backup.ts';
import type { Config } from './config.ts';
import { type Environment, readEnvironment } from './environment.ts';
import { mapTileSettings, placesSettings } from './geo.ts';
import { mediaCdnSettings } from './media-cdn.ts';
import { emailSettings, smsSettings } from './messenger.ts';
import { paypalSettings, razorpaySettings } from './payments.ts';
import { checkForProduction } from './production.ts';
import { findPassedSocket } from './passed-socket.ts';
import { checkSandboxIsPrivate } from './public-sandbox.ts';
import { cdnPurgeSettings, siteBucketSettings } from './publisher.ts';
import { type Secrets, rotatingSecrets } from './secrets.ts';
import { facebookSettings, googleSettings } from './social.ts';
import { supplierSettings } from './supplier.ts';

/** Reads and checks the environment. Calls `makeSecrets` only outside production. Throws ConfigError. */
export function readConfig(
  environment: Record<string, string | undefined>,
  makeSecrets: (dataDir: string) => Secrets,
): Config {
  const env = readEnvironment(environment);
  const isProduction = env.NODE_ENV === 'production';
  const dataDir = resolve(env.DATA_DIR);
  const origin = (env.ORIGIN ?? `http://localhost:${env.PORT}`).replace(/\/$/, '');
  if (isProduction) checkForProduction(env);
  else checkSandboxIsPrivate(env, origin);

  return {
    isProduction,
    port: env.PORT,
    passedSocket: findPassedSocket(environment, process.pid),
    host: env.HOST,
    origin,
    siteOrigins: siteOriginsOf(env, origin),
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
    mediaCdn: mediaCdnSettings(env),
    siteDir: resolve(env.SITE_DIR ?? resolve(dataDir, 'site')),
    siteBucket: siteBucketSettings(env),
    cdnPurge: cdnPurgeSettings(env, isProduction),
    backup: backupSettings(env),
    logLevel: env.LOG_LEVEL,
    trustProxy: env.TRUST_PROXY,
    metricsToken: env.METRICS_TOKEN ?? null,
    secrets: rotatingSecrets(env, () => makeSecrets(dataDir)),
    razorpay: razorpaySettings(env, origin, isProduction),
    paypal: paypalSettings(env, origin, isProduction),
    supplier: supplierSettings(env, isProduction),
    platformSharePercent: env.PLATFORM_SHARE_PERCENT,
    gatewayFeePercent: env.GATEWAY_FEE_PERCENT,
    reconcileSeconds: env.RECONCILE_SECONDS,
    smsProvider: env.SMS_PROVIDER,
    sms: smsSettings(env, origin, isProduction),
    email: emailSettings(env, origin, isProduction),
    otp: { smsDialCodes: env.SMS_COUNTRIES, dailyCap: env.OTP_DAILY_CAP },
    google: googleSettings(env, origin, isProduction),
    facebook: facebookSettings(env, origin, isProduction),
    places: placesSettings(env, origin, isProduction),
    mapTiles: mapTileSettings(env, origin, isProduction),
  };
}

function siteOriginsOf({ SITE_ORIGINS }: Environment, origin: string): Config['siteOrigins'] {
  const [primary = origin, ...secondary] = SITE_ORIGINS ?? [];
  return [primary, ...secondary];
}
