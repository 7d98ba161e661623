import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ConfigError } from '#server/config/config-error.ts';
import { SETTING_NAMES } from '#server/config/environment.ts';
import { readConfig } from '#server/config/read-config.ts';
import { PROJECT } from '../support/project.ts';

const SECRETS = { tokenSecret: 't'.repeat(32), otpPepper: 'p'.repeat(32) };
const read = (environment: Record<string, string>) => readConfig(environment, () => SECRETS);
const PRODUCTION = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://house@database/matinee',
  ORIGIN: 'https://matinee.example',
  TOKEN_SECRET: SECRETS.tokenSecret,
  OTP_PEPPER: SECRETS.otpPepper,
};
const without = (name: keyof typeof PRODUCTION) =>
  Object.fromEntries(Object.entries(PRODUCTION).filter(([each]) => each !== name));
const RAZORPAY = { RAZORPAY_KEY_ID: 'rzp_test_1', RAZORPAY_KEY_SECRET: 'a secret', RAZORPAY_WEBHOOK_SECRET: 'another' };

test('the README lists exactly the settings that are read', () => {
  const readme = readFileSync(join(PROJECT, 'README.md'), 'utf8');
  const section = readme.split(/^## /m).find((each) => each.startsWith('Settings')) ?? '';
  const listed = [...section.matchAll(/^\|\s*`([A-Z0-9_]+)`/gm)].map(([, name]) => name!);
  expect(listed.toSorted()).toEqual(SETTING_NAMES.toSorted());
});

test('a laptop needs no setting at all', () => {
  expect(read({})).toMatchObject({
    port: 4321,
    origin: 'http://localhost:4321',
    isProduction: false,
    razorpay: { isSandbox: true },
    sms: { isSandbox: true },
  });
});

test('an empty setting is an unset one', () => {
  expect(read({ PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 4321 });
});

describe('a wrong setting is refused by its name', () => {
  test.each<[string, Record<string, string>]>([
    ['NODE_ENV', { NODE_ENV: 'staging' }],
    ['PORT', { PORT: 'soon' }],
    ['PORT', { PORT: '70000' }],
    ['ORIGIN', { ORIGIN: 'matinee.example' }],
    ['ROLE', { ROLE: 'usher' }],
    ['DATABASE_URL', { DATABASE_URL: 'mysql://localhost/house' }],
    ['LOG_LEVEL', { LOG_LEVEL: 'loud' }],
    ['TRUST_PROXY', { TRUST_PROXY: 'yes' }],
    ['BACKUP_TO', { BACKUP_TO: 's3://' }],
    ['BACKUP_AT', { BACKUP_AT: '24:00' }],
    ['BACKUP_KEEP', { BACKUP_KEEP: '0' }],
    ['METRICS_TOKEN', { METRICS_TOKEN: 'short' }],
    ['TOKEN_SECRET', { TOKEN_SECRET: 'short' }],
    ['OTP_PEPPER', { OTP_PEPPER: 'short' }],
    ['RECONCILE_SECONDS', { RECONCILE_SECONDS: '0' }],
    ['RAZORPAY_URL', { RAZORPAY_URL: 'ftp://bank' }],
    ['RAZORPAY_KEY_SECRET', { RAZORPAY_KEY_ID: 'rzp_test_1' }],
    ['RAZORPAY_WEBHOOK_SECRET', { RAZORPAY_KEY_ID: 'rzp_test_1', RAZORPAY_KEY_SECRET: 'a secret' }],
    ['RAZORPAY_KEY_ID', { ...RAZORPAY, RAZORPAY_KEY_ID: 'rzp_live_1' }],
    ['PAYPAL_CLIENT_SECRET', { PAYPAL_CLIENT_ID: 'a client' }],
    ['PAYPAL_WEBHOOK_ID', { PAYPAL_CLIENT_ID: 'a client', PAYPAL_CLIENT_SECRET: 'a secret' }],
    [
      'PAYPAL_RUPEES_PER_DOLLAR',
      { PAYPAL_CLIENT_ID: 'a client', PAYPAL_CLIENT_SECRET: 'a secret', PAYPAL_WEBHOOK_ID: 'a webhook' },
    ],
    ['PAYPAL_RUPEES_PER_DOLLAR', { PAYPAL_RUPEES_PER_DOLLAR: 'cheap' }],
    ['MSG91_TEMPLATE_ID', { MSG91_AUTH_KEY: 'a key' }],
    ['SMS_PROVIDER', { SMS_PROVIDER: 'pigeon' }],
    ['SMS_COUNTRIES', { SMS_COUNTRIES: 'IN' }],
    ['OTP_DAILY_CAP', { OTP_DAILY_CAP: '0' }],
    ['TWILIO_AUTH_TOKEN', { SMS_PROVIDER: 'twilio', TWILIO_ACCOUNT_SID: 'AC1' }],
    ['TWILIO_FROM', { SMS_PROVIDER: 'twilio', TWILIO_ACCOUNT_SID: 'AC1', TWILIO_AUTH_TOKEN: 'a token' }],
    ['SMTP_URL', { SMTP_URL: 'https://mail.example' }],
    ['DATABASE_URL', without('DATABASE_URL')],
    ['ORIGIN', without('ORIGIN')],
    ['TOKEN_SECRET', without('TOKEN_SECRET')],
    ['OTP_PEPPER', without('OTP_PEPPER')],
    ['RAZORPAY_URL', { ...PRODUCTION, ...RAZORPAY, RAZORPAY_URL: 'http://localhost:4321/sandbox/razorpay/v1' }],
    ['MEDIA_CDN', { MEDIA_CDN: 'pigeons' }],
    ['MEDIA_CDN_URL', { MEDIA_CDN: 'bunny', MEDIA_CDN_KEY: 'a key' }],
    ['MEDIA_CDN_KEY', { MEDIA_CDN: 'bunny', MEDIA_CDN_URL: 'https://cdn.example' }],
    ['MEDIA_CDN_KEY', { MEDIA_CDN: 'akamai', MEDIA_CDN_URL: 'https://cdn.example', MEDIA_CDN_KEY: 'not hex' }],
    ['MEDIA_CDN_KEY_ID', { MEDIA_CDN: 'cloudfront', MEDIA_CDN_URL: 'https://cdn.example', MEDIA_CDN_KEY: 'a key' }],
    [
      'MEDIA_CDN_KEY',
      { MEDIA_CDN: 'cloudfront', MEDIA_CDN_URL: 'https://cdn.example', MEDIA_CDN_KEY: 'a key', MEDIA_CDN_KEY_ID: 'K1' },
    ],
    ['CDN_PURGE_URL', { CDN_PURGE_URL: 'cloudflare', CDN_PURGE_TOKEN: 'a-token' }],
    ['CDN_PURGE_URL', { ...PRODUCTION, CDN_PURGE_URL: 'http://relay.example/purge', CDN_PURGE_TOKEN: 'a-token' }],
    ['CDN_PURGE_TOKEN', { CDN_PURGE_URL: 'https://relay.example/purge' }],
    ['CDN_PURGE_TOKEN', { CDN_PURGE_URL: 'https://relay.example/purge', CDN_PURGE_TOKEN: 'two\nlines' }],
    ['PLACES_URL', { PLACES_URL: 'photon' }],
    ['MAP_TILE_URL', { MAP_TILE_URL: 'https://tiles.example/map.png', MAP_ATTRIBUTION: 'somebody' }],
    ['MAP_ATTRIBUTION', { MAP_TILE_URL: 'https://tiles.example/{z}/{x}/{y}.png' }],
    ['PLACES_URL', { ...PRODUCTION, PLACES_URL: 'http://localhost:4321/sandbox/places' }],
    ['MSG91_URL', { ...PRODUCTION, MSG91_URL: 'http://localhost:4321/sandbox/sms' }],
    ['FACEBOOK_APP_SECRET', { FACEBOOK_APP_ID: '1' }],
    ['FACEBOOK_GRAPH_URL', { FACEBOOK_GRAPH_URL: 'https://graph.facebook.com' }],
    ['GOOGLE_JWKS_URL', { ...PRODUCTION, GOOGLE_JWKS_URL: 'http://localhost:4321/sandbox/google/oauth2/v3/certs' }],
    ['GOOGLE_SCRIPT_URL', { ...PRODUCTION, GOOGLE_SCRIPT_URL: 'http://localhost:4321/sandbox/google/gsi/client' }],
    ['FACEBOOK_GRAPH_URL', { ...PRODUCTION, FACEBOOK_GRAPH_URL: 'http://localhost:4321/sandbox/facebook/v25.0' }],
    ['FACEBOOK_SCRIPT_URL', { ...PRODUCTION, FACEBOOK_SCRIPT_URL: 'http://localhost:4321/sandbox/facebook/sdk.js' }],
    ['TWILIO_URL', { ...PRODUCTION, TWILIO_URL: 'http://localhost:4321/sandbox/twilio' }],
    ['PAYPAL_URL', { ...PRODUCTION, PAYPAL_URL: 'http://localhost:4321/sandbox/paypal' }],
    ['PAYPAL_URL', { ...PRODUCTION, PAYPAL_URL: 'https://api-m.sandbox.paypal.com' }],
    ['PAYPAL_SCRIPT_URL', { ...PRODUCTION, PAYPAL_SCRIPT_URL: 'http://localhost:4321/sandbox/paypal/sdk/js' }],
    ['SMTP_URL', { ...PRODUCTION, SMTP_URL: 'smtp://sandbox:sandbox_smtp_password@127.0.0.1:2525' }],
  ])('%s: %o', (name, environment) => {
    expect(() => read(environment)).toThrow(ConfigError);
    expect(() => read(environment)).toThrow(name);
  });
});

test('a relay to the delivery network may stand on this machine, without a certificate', () => {
  const relay = { CDN_PURGE_URL: 'http://127.0.0.1:8080/purge', CDN_PURGE_TOKEN: 'a-token' };
  expect(read({ ...PRODUCTION, ...relay }).cdnPurge).toEqual({ url: relay.CDN_PURGE_URL, token: 'a-token' });
  expect(read(PRODUCTION).cdnPurge).toBeNull();
});

test('production has no sandbox to fall back on', () => {
  expect(read(PRODUCTION)).toMatchObject({
    isProduction: true,
    razorpay: null,
    paypal: null,
    sms: null,
    email: null,
    google: null,
    facebook: null,
  });
});
