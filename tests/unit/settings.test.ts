import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ConfigError } from '#server/config/config-error.ts';
import { readConfig } from '#server/config/read-config.ts';
import { SANDBOX_CREDENTIALS } from '#server/config/sandbox-credentials.ts';
import { ALL_SETTINGS } from '../support/all-settings.ts';
import { PROJECT } from '../support/project.ts';

const SECRETS = { tokenSecret: 't'.repeat(32), otpPepper: 'p'.repeat(32) };
const readSettings = (environment: Record<string, string>) =>
  readConfig(environment, () => SECRETS);
const PRODUCTION = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://matinee@database/matinee',
  ORIGIN: 'https://matinee.example',
  TOKEN_SECRET: '9f2c41d07be85a63',
  OTP_PEPPER: 'kP3vN8xQz1LwR5tY',
};
const without = (name: keyof typeof PRODUCTION) =>
  Object.fromEntries(Object.entries(PRODUCTION).filter(([each]) => each !== name));
const LIVE_RAZORPAY = {
  RAZORPAY_KEY_ID: 'rzp_live_1',
  RAZORPAY_KEY_SECRET: 'a secret',
  RAZORPAY_WEBHOOK_SECRET: 'another',
};
const TEST_RAZORPAY = {
  RAZORPAY_KEY_ID: 'rzp_test_1',
  RAZORPAY_KEY_SECRET: 'a secret',
  RAZORPAY_WEBHOOK_SECRET: 'another',
};

test('docs/settings.md lists exactly the settings that the code reads', () => {
  const page = readFileSync(join(PROJECT, 'docs/settings.md'), 'utf8');
  const listed = [...page.matchAll(/^\|\s*`([A-Z0-9_]+)`/gm)].map(([, name]) => name!);
  expect(listed.toSorted()).toEqual(ALL_SETTINGS);
});

test('a start on a laptop needs no settings', () => {
  expect(readSettings({})).toMatchObject({
    port: 4321,
    origin: 'http://localhost:4321',
    isProduction: false,
    razorpay: { isSandbox: true },
    sms: { isSandbox: true },
  });
});

test('an empty setting counts as not set', () => {
  expect(readSettings({ PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 4321 });
});

describe('a wrong setting is refused with its name', () => {
  test.each<[string, Record<string, string>]>([
    ['NODE_ENV', { NODE_ENV: 'staging' }],
    ['PORT', { PORT: 'soon' }],
    ['PORT', { PORT: '70000' }],
    ['ORIGIN', { ORIGIN: 'matinee.example' }],
    ['ROLE', { ROLE: 'usher' }],
    ['DATABASE_URL', { DATABASE_URL: 'mysql://localhost/matinee' }],
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
    ['RAZORPAY_KEY_ID', { ...TEST_RAZORPAY, RAZORPAY_KEY_ID: 'rzp_live_1' }],
    ['PAYPAL_CLIENT_SECRET', { PAYPAL_CLIENT_ID: 'a client' }],
    ['PAYPAL_WEBHOOK_ID', { PAYPAL_CLIENT_ID: 'a client', PAYPAL_CLIENT_SECRET: 'a secret' }],
    [
      'PAYPAL_RUPEES_PER_DOLLAR',
      {
        PAYPAL_CLIENT_ID: 'a client',
        PAYPAL_CLIENT_SECRET: 'a secret',
        PAYPAL_WEBHOOK_ID: 'a webhook',
      },
    ],
    ['PAYPAL_RUPEES_PER_DOLLAR', { PAYPAL_RUPEES_PER_DOLLAR: 'cheap' }],
    ['MSG91_TEMPLATE_ID', { MSG91_AUTH_KEY: 'a key' }],
    ['SMS_PROVIDER', { SMS_PROVIDER: 'pigeon' }],
    ['SMS_COUNTRIES', { SMS_COUNTRIES: 'IN' }],
    ['OTP_DAILY_CAP', { OTP_DAILY_CAP: '0' }],
    ['MAIL_DAILY_CAP', { MAIL_DAILY_CAP: 'many' }],
    ['TWILIO_AUTH_TOKEN', { SMS_PROVIDER: 'twilio', TWILIO_ACCOUNT_SID: 'AC1' }],
    [
      'TWILIO_FROM',
      { SMS_PROVIDER: 'twilio', TWILIO_ACCOUNT_SID: 'AC1', TWILIO_AUTH_TOKEN: 'a token' },
    ],
    ['SMTP_URL', { SMTP_URL: 'https://mail.example' }],
    ['DATABASE_URL', without('DATABASE_URL')],
    ['ORIGIN', without('ORIGIN')],
    ['TOKEN_SECRET', without('TOKEN_SECRET')],
    ['OTP_PEPPER', without('OTP_PEPPER')],
    ['ORIGIN', { ...PRODUCTION, ORIGIN: 'http://matinee.example' }],
    ['TOKEN_SECRET', { ...PRODUCTION, TOKEN_SECRET: 'a'.repeat(16) }],
    ['TOKEN_SECRET_PREVIOUS', { ...PRODUCTION, TOKEN_SECRET_PREVIOUS: 'a'.repeat(16) }],
    ['OTP_PEPPER_PREVIOUS', { ...PRODUCTION, OTP_PEPPER_PREVIOUS: 'p'.repeat(16) }],
    ['OTP_PEPPER', { ...PRODUCTION, OTP_PEPPER: 'changemechangemechangeme' }],
    ['METRICS_TOKEN', { ...PRODUCTION, METRICS_TOKEN: '0123456789abcdefghij' }],
    ['SITE_ORIGINS', { ...PRODUCTION, SITE_ORIGINS: 'http://www.matinee.example' }],
    ['SITE_ORIGINS', { SITE_ORIGINS: 'https://matinee.example/site' }],
    ['SITE_ORIGINS', { SITE_ORIGINS: 'https://matinee.example,*' }],
    ['PICTURE_ORIGINS', { PICTURE_ORIGINS: 'pictures.example' }],
    [
      'RAZORPAY_URL',
      {
        ...PRODUCTION,
        ...LIVE_RAZORPAY,
        RAZORPAY_URL: 'http://localhost:4321/sandbox/razorpay/v1',
      },
    ],
    ['MEDIA_CDN', { MEDIA_CDN: 'pigeons' }],
    ['MEDIA_CDN_URL', { MEDIA_CDN: 'bunny', MEDIA_CDN_KEY: 'a key' }],
    ['MEDIA_CDN_KEY', { MEDIA_CDN: 'bunny', MEDIA_CDN_URL: 'https://cdn.example' }],
    [
      'MEDIA_CDN_KEY',
      { MEDIA_CDN: 'akamai', MEDIA_CDN_URL: 'https://cdn.example', MEDIA_CDN_KEY: 'not hex' },
    ],
    [
      'MEDIA_CDN_KEY_ID',
      { MEDIA_CDN: 'cloudfront', MEDIA_CDN_URL: 'https://cdn.example', MEDIA_CDN_KEY: 'a key' },
    ],
    [
      'MEDIA_CDN_KEY',
      {
        MEDIA_CDN: 'cloudfront',
        MEDIA_CDN_URL: 'https://cdn.example',
        MEDIA_CDN_KEY: 'a key',
        MEDIA_CDN_KEY_ID: 'K1',
      },
    ],
    ['CDN_PURGE_URL', { CDN_PURGE_URL: 'cloudflare', CDN_PURGE_TOKEN: 'a-token' }],
    [
      'CDN_PURGE_URL',
      { ...PRODUCTION, CDN_PURGE_URL: 'http://relay.example/purge', CDN_PURGE_TOKEN: 'a-token' },
    ],
    ['CDN_PURGE_TOKEN', { CDN_PURGE_URL: 'https://relay.example/purge' }],
    [
      'CDN_PURGE_TOKEN',
      { CDN_PURGE_URL: 'https://relay.example/purge', CDN_PURGE_TOKEN: 'two\nlines' },
    ],
    ['PLACES_URL', { PLACES_URL: 'photon' }],
    [
      'MAP_TILE_URL',
      { MAP_TILE_URL: 'https://tiles.example/map.png', MAP_ATTRIBUTION: 'somebody' },
    ],
    ['MAP_ATTRIBUTION', { MAP_TILE_URL: 'https://tiles.example/{z}/{x}/{y}.png' }],
    ['PLACES_URL', { ...PRODUCTION, PLACES_URL: 'http://localhost:4321/sandbox/places' }],
    ['MSG91_URL', { ...PRODUCTION, MSG91_URL: 'http://localhost:4321/sandbox/sms' }],
    ['FACEBOOK_APP_SECRET', { FACEBOOK_APP_ID: '1' }],
    ['FACEBOOK_GRAPH_URL', { FACEBOOK_GRAPH_URL: 'https://graph.facebook.com' }],
    [
      'GOOGLE_JWKS_URL',
      { ...PRODUCTION, GOOGLE_JWKS_URL: 'http://localhost:4321/sandbox/google/oauth2/v3/certs' },
    ],
    [
      'GOOGLE_SCRIPT_URL',
      { ...PRODUCTION, GOOGLE_SCRIPT_URL: 'http://localhost:4321/sandbox/google/gsi/client' },
    ],
    [
      'FACEBOOK_GRAPH_URL',
      { ...PRODUCTION, FACEBOOK_GRAPH_URL: 'http://localhost:4321/sandbox/facebook/v25.0' },
    ],
    [
      'FACEBOOK_SCRIPT_URL',
      { ...PRODUCTION, FACEBOOK_SCRIPT_URL: 'http://localhost:4321/sandbox/facebook/sdk.js' },
    ],
    ['TWILIO_URL', { ...PRODUCTION, TWILIO_URL: 'http://localhost:4321/sandbox/twilio' }],
    ['PAYPAL_URL', { ...PRODUCTION, PAYPAL_URL: 'http://localhost:4321/sandbox/paypal' }],
    ['PAYPAL_URL', { ...PRODUCTION, PAYPAL_URL: 'https://api-m.sandbox.paypal.com' }],
    [
      'PAYPAL_SCRIPT_URL',
      { ...PRODUCTION, PAYPAL_SCRIPT_URL: 'http://localhost:4321/sandbox/paypal/web-sdk/v6/core' },
    ],
    [
      'SMTP_URL',
      { ...PRODUCTION, SMTP_URL: 'smtp://sandbox:sandbox_smtp_password@127.0.0.1:2525' },
    ],
  ])('%s: %o', (name, environment) => {
    expect(() => readSettings(environment)).toThrow(ConfigError);
    expect(() => readSettings(environment)).toThrow(name);
  });
});

describe('production refuses test keys and sample values, and names what to set', () => {
  const supplier = {
    SUPPLIER_NAME: 'Asha Films LLP',
    SUPPLIER_ADDRESS: '1 Beach Road',
    SUPPLIER_GSTIN: '29AABCA1234C1Z5',
  };
  const { razorpay, paypal, msg91, twilio, google, facebook } = SANDBOX_CREDENTIALS;
  test.each<[string, Record<string, string>, string]>([
    ['ORIGIN', { ORIGIN: 'http://localhost:4321' }, 'NODE_ENV=development'],
    ['ORIGIN', { ORIGIN: 'http://cinema.in' }, 'Set the https:// address'],
    ['RAZORPAY_KEY_ID', TEST_RAZORPAY, 'Set the live key (rzp_live_…)'],
    ['RAZORPAY_KEY_ID', { ...LIVE_RAZORPAY, RAZORPAY_KEY_ID: razorpay.keyId }, 'Set the live key'],
    [
      'RAZORPAY_KEY_SECRET',
      { ...LIVE_RAZORPAY, RAZORPAY_KEY_SECRET: razorpay.keySecret },
      'Set the value of',
    ],
    [
      'RAZORPAY_WEBHOOK_SECRET',
      { ...LIVE_RAZORPAY, RAZORPAY_WEBHOOK_SECRET: razorpay.webhookSecret },
      'Set the value',
    ],
    [
      'RAZORPAY_WEBHOOK_SECRET_PREVIOUS',
      { RAZORPAY_WEBHOOK_SECRET_PREVIOUS: razorpay.webhookSecret },
      'Set the value',
    ],
    ['PAYPAL_CLIENT_ID', { PAYPAL_CLIENT_ID: 'sb' }, 'live app'],
    ['PAYPAL_CLIENT_ID', { PAYPAL_CLIENT_ID: paypal.clientId }, 'Set the value'],
    ['PAYPAL_CLIENT_SECRET', { PAYPAL_CLIENT_SECRET: paypal.clientSecret }, 'Set the value'],
    ['PAYPAL_WEBHOOK_ID', { PAYPAL_WEBHOOK_ID: paypal.webhookId }, 'Set the value'],
    [
      'PAYPAL_URL',
      { PAYPAL_URL: 'https://api-m.sandbox.paypal.com' },
      'Set the live address, or remove',
    ],
    [
      'PAYPAL_SCRIPT_URL',
      { PAYPAL_SCRIPT_URL: 'https://www.sandbox.paypal.com/web-sdk/v6/core' },
      'Set the live address',
    ],
    ['MSG91_AUTH_KEY', { MSG91_AUTH_KEY: msg91.authKey }, 'Set the value'],
    ['TWILIO_ACCOUNT_SID', { TWILIO_ACCOUNT_SID: twilio.accountSid }, 'Set the value'],
    ['TWILIO_FROM', { TWILIO_FROM: '+15005550006' }, 'Set a number'],
    ['GOOGLE_CLIENT_ID', { GOOGLE_CLIENT_ID: google.clientId }, 'Set the value'],
    ['FACEBOOK_APP_SECRET', { FACEBOOK_APP_SECRET: facebook.appSecret }, 'Set the value'],
    [
      'SMTP_URL',
      { SMTP_URL: 'smtp://user:password@sandbox.smtp.mailtrap.io:587' },
      'Set the live address',
    ],
    [
      'SUPPLIER_GSTIN',
      { ...supplier, SUPPLIER_GSTIN: '33AAAAA0000A1Z5' },
      'Set the value of your own GST registration',
    ],
    [
      'SUPPLIER_NAME',
      { ...supplier, SUPPLIER_NAME: 'Sample Picture House' },
      'Set the value of your own GST registration',
    ],
    [
      'MAIL_FROM',
      { MAIL_FROM: 'Cinema <tickets@example.com>' },
      'Set an address of your own domain',
    ],
    ['MAIL_FROM', { MAIL_FROM: 'tickets@cinema.example' }, 'Set an address of your own domain'],
  ])('%s: %o', (name, settings, remedy) => {
    expect(() => readSettings({ ...PRODUCTION, ...settings })).toThrow(ConfigError);
    expect(() => readSettings({ ...PRODUCTION, ...settings })).toThrow(`The setting ${name} `);
    expect(() => readSettings({ ...PRODUCTION, ...settings })).toThrow(remedy);
  });

  test('live keys and real values are accepted', () => {
    const own = {
      ...LIVE_RAZORPAY,
      ...supplier,
      MAIL_FROM: 'Cinema <tickets@example-films.in>',
      SMTP_URL: 'smtp://u:p@mail.films.in',
    };
    expect(readSettings({ ...PRODUCTION, ...own })).toMatchObject({
      razorpay: { keyId: 'rzp_live_1', isSandbox: false },
      supplier: { gstin: supplier.SUPPLIER_GSTIN },
      email: { from: own.MAIL_FROM },
    });
  });

  test.each([
    ['97AAPFU0939F1ZV', '97'],
    ['9923USA29001OSI', '99'],
    ['27AAPFU0939F1ZW', '27'],
  ])('the GSTIN %s is accepted, with the place %s', (gstin, stateCode) => {
    const settings = { ...PRODUCTION, ...supplier, SUPPLIER_GSTIN: gstin };
    expect(readSettings(settings)).toMatchObject({ supplier: { gstin, stateCode } });
  });

  test('development accepts test keys and sample values', () => {
    const samples = {
      ...TEST_RAZORPAY,
      ORIGIN: 'http://localhost:4321',
      MAIL_FROM: 'tickets@cinema.example',
    };
    expect(readSettings(samples)).toMatchObject({
      razorpay: { keyId: TEST_RAZORPAY.RAZORPAY_KEY_ID },
      origin: samples.ORIGIN,
    });
  });
});

describe('a previous secret', () => {
  const previous = {
    TOKEN_SECRET_PREVIOUS: '1c88e0fb2a7d4936',
    OTP_PEPPER_PREVIOUS: 'wB6nH2rJ9sTfK4yD',
    RAZORPAY_WEBHOOK_SECRET_PREVIOUS: 'the one before',
  };

  test('is accepted after the current one, and never used to sign', () => {
    const { TOKEN_SECRET, OTP_PEPPER } = PRODUCTION;
    expect(readSettings({ ...PRODUCTION, ...LIVE_RAZORPAY, ...previous })).toMatchObject({
      secrets: {
        tokenSecret: TOKEN_SECRET,
        otpPepper: OTP_PEPPER,
        acceptedTokenSecrets: [TOKEN_SECRET, previous.TOKEN_SECRET_PREVIOUS],
        acceptedOtpPeppers: [OTP_PEPPER, previous.OTP_PEPPER_PREVIOUS],
      },
      razorpay: { webhookSecrets: ['another', 'the one before'] },
    });
  });

  test('is no longer accepted after it is removed', () => {
    expect(readSettings({ ...PRODUCTION, ...LIVE_RAZORPAY })).toMatchObject({
      secrets: {
        acceptedTokenSecrets: [PRODUCTION.TOKEN_SECRET],
        acceptedOtpPeppers: [PRODUCTION.OTP_PEPPER],
      },
      razorpay: { webhookSecrets: ['another'] },
    });
  });
});

test('a CDN relay on this machine needs no certificate', () => {
  const relay = { CDN_PURGE_URL: 'http://127.0.0.1:8080/purge', CDN_PURGE_TOKEN: 'a-token' };
  expect(readSettings({ ...PRODUCTION, ...relay }).cdnPurge).toEqual({
    url: relay.CDN_PURGE_URL,
    token: 'a-token',
  });
  expect(readSettings(PRODUCTION).cdnPurge).toBeNull();
});

describe('outside production only this machine can reach the sandboxes', () => {
  test.each<[string, Record<string, string>]>([
    ['HOST', { HOST: '0.0.0.0' }],
    ['HOST', { HOST: '::' }],
    ['HOST', { HOST: '192.168.1.7' }],
    ['HOST', { HOST: '127.0.0.1.example' }],
    ['ORIGIN', { ORIGIN: 'https://cinema.example' }],
    ['ORIGIN', { ORIGIN: 'http://localhost.example' }],
    ['ORIGIN', { ORIGIN: 'http://203.0.113.7:4321', NODE_ENV: 'test' }],
  ])(
    '%s that other machines reach is refused, and the error says what to do: %o',
    (name, environment) => {
      expect(() => readSettings(environment)).toThrow(ConfigError);
      expect(() => readSettings(environment)).toThrow(
        new RegExp(
          `^The setting ${name} is .+ sandboxes.+NODE_ENV=production.+ALLOW_PUBLIC_SANDBOX=true`,
        ),
      );
      expect(readSettings({ ...environment, ALLOW_PUBLIC_SANDBOX: 'true' })).toMatchObject({
        razorpay: { isSandbox: true },
      });
    },
  );

  test.each<Record<string, string>>([
    { HOST: 'localhost' },
    { HOST: '::1', ORIGIN: 'http://[::1]:4321' },
    { HOST: '127.0.1.1', ORIGIN: 'http://127.0.1.1:4321' },
    { ORIGIN: 'http://cinema.localhost:4321' },
  ])('an address of this machine needs no setting: %o', (environment) => {
    expect(readSettings(environment)).toMatchObject({ razorpay: { isSandbox: true } });
  });

  test('production, without sandboxes, listens on any address', () => {
    expect(readSettings({ ...PRODUCTION, HOST: '0.0.0.0' })).toMatchObject({
      host: '0.0.0.0',
      razorpay: null,
    });
  });
});

test('random secrets are accepted', () => {
  // The same random values in every run.
  const digests = Array.from({ length: 200 }, (_, at) =>
    createHash('sha256').update(String(at)).digest(),
  );
  for (const digest of digests)
    for (const TOKEN_SECRET of [
      digest.toString('hex').slice(0, 16),
      digest.toString('base64').slice(0, 24),
    ])
      expect(readSettings({ ...PRODUCTION, TOKEN_SECRET }).secrets.tokenSecret).toBe(TOKEN_SECRET);
});

test('the origin of the site is ORIGIN unless SITE_ORIGINS is set', () => {
  expect(readSettings(PRODUCTION).siteOrigins).toEqual(['https://matinee.example']);
  const SITE_ORIGINS = 'https://cinema.example, https://www.cinema.example';
  expect(readSettings({ ...PRODUCTION, SITE_ORIGINS }).siteOrigins).toEqual(
    SITE_ORIGINS.split(', '),
  );
});

test('production does not fall back to sandboxes', () => {
  expect(readSettings(PRODUCTION)).toMatchObject({
    isProduction: true,
    razorpay: null,
    paypal: null,
    sms: null,
    email: null,
    google: null,
    facebook: null,
  });
});
