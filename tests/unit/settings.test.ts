import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ConfigError, readConfig, SETTING_NAMES } from '#server/config.ts';
import { PROJECT } from '../support/source.ts';

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
    ['METRICS_TOKEN', { METRICS_TOKEN: 'short' }],
    ['TOKEN_SECRET', { TOKEN_SECRET: 'short' }],
    ['OTP_PEPPER', { OTP_PEPPER: 'short' }],
    ['RECONCILE_SECONDS', { RECONCILE_SECONDS: '0' }],
    ['RAZORPAY_URL', { RAZORPAY_URL: 'ftp://bank' }],
    ['RAZORPAY_KEY_SECRET', { RAZORPAY_KEY_ID: 'rzp_test_1' }],
    ['RAZORPAY_WEBHOOK_SECRET', { RAZORPAY_KEY_ID: 'rzp_test_1', RAZORPAY_KEY_SECRET: 'a secret' }],
    ['RAZORPAY_KEY_ID', { ...RAZORPAY, RAZORPAY_KEY_ID: 'rzp_live_1' }],
    ['MSG91_TEMPLATE_ID', { MSG91_AUTH_KEY: 'a key' }],
    ['DATABASE_URL', without('DATABASE_URL')],
    ['ORIGIN', without('ORIGIN')],
    ['TOKEN_SECRET', without('TOKEN_SECRET')],
    ['OTP_PEPPER', without('OTP_PEPPER')],
    ['RAZORPAY_URL', { ...PRODUCTION, ...RAZORPAY, RAZORPAY_URL: 'http://localhost:4321/sandbox/razorpay/v1' }],
    ['MSG91_URL', { ...PRODUCTION, MSG91_URL: 'http://localhost:4321/sandbox/sms' }],
  ])('%s: %o', (name, environment) => {
    expect(() => read(environment)).toThrow(ConfigError);
    expect(() => read(environment)).toThrow(name);
  });
});

test('production has no sandbox to fall back on', () => {
  expect(read(PRODUCTION)).toMatchObject({ isProduction: true, razorpay: null, sms: null });
});
