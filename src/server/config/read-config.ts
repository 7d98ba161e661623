import { resolve } from 'node:path';
import { backupOf } from './backup.ts';
import type { Config } from './config.ts';
import { type Environment, readEnvironment } from './environment.ts';
import { mapTilesOf, placesOf } from './geo.ts';
import { mediaCdnOf } from './media-cdn.ts';
import { emailOf, smsOf } from './messenger.ts';
import { paypalOf, razorpayOf } from './payments.ts';
import { checkForProduction } from './production.ts';
import { passedSocketOf } from './passed-socket.ts';
import { checkSandboxIsPrivate } from './public-sandbox.ts';
import { cdnPurgeOf, siteBucketOf } from './publisher.ts';
import { type Secrets, secretsOf } from './secrets.ts';
import { facebookOf, googleOf } from './social.ts';
import { supplierOf } from './supplier.ts';

/**
 * Reads and checks the environment. Throws ConfigError naming the variable.
 * `makeSecrets` is asked for secrets only outside production, where the laptop keeps its own.
 */
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
    passedSocket: passedSocketOf(environment, process.pid),
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
    mediaCdn: mediaCdnOf(env),
    siteDir: resolve(env.SITE_DIR ?? resolve(dataDir, 'site')),
    siteBucket: siteBucketOf(env),
    cdnPurge: cdnPurgeOf(env, isProduction),
    backup: backupOf(env),
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
    mapTiles: mapTilesOf(env, origin, isProduction),
  };
}

function siteOriginsOf({ SITE_ORIGINS }: Environment, origin: string): Config['siteOrigins'] {
  const [first = origin, ...others] = SITE_ORIGINS ?? [];
  return [first, ...others];
}
