import { defineConfig, devices } from '@playwright/test';
import { findForTests } from './scripts/chromium.ts';
import { aFreePort } from './tests/support/server-process.ts';

// Set once: the workers, which read this file again, inherit it. E2E_ORIGIN may also name a house that is open already.
process.env['E2E_ORIGIN'] ??= `http://localhost:${await aFreePort()}`;

/** The first ring runs each test once, at one width; the deep ring (RING=deep) runs it at the other one, and what the first leaves out. */
const isDeepRing = process.env['RING'] === 'deep';
/** These match a test's full title, which ends with its tags. */
const IS_FIRST_ON_DESKTOP = /^(?!.*@(deep|phone))/s;
const IS_FIRST_ON_PHONE = /^(?!.*@deep).*@phone/s;
const ringOf = (isFirst: RegExp) => (isDeepRing ? { grepInvert: isFirst } : { grep: isFirst });

const { viewport: _, deviceScaleFactor: __, ...chromium } = devices['Desktop Chrome'];

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: '.matinee/test/results',
  globalSetup: './tests/support/e2e-house.ts',
  fullyParallel: true,
  workers: 3,
  forbidOnly: Boolean(process.env['CI']),
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: {
    baseURL: process.env['E2E_ORIGIN'],
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: findForTests(),
      // Without a language of the machine Chromium names a file with letters of other scripts “download”.
      env: { ...process.env, LANG: 'C.UTF-8' },
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: [
    {
      name: 'desktop',
      ...ringOf(IS_FIRST_ON_DESKTOP),
      // The phone shows every motion; here nobody waits for any.
      use: { ...chromium, viewport: { width: 1440, height: 900 }, contextOptions: { reducedMotion: 'reduce' } },
    },
    {
      name: 'phone',
      ...ringOf(IS_FIRST_ON_PHONE),
      use: { ...chromium, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
      // Widths of their own, a keyboard, no browser code at all, or nothing that a narrow screen lays out otherwise: once is enough.
      testIgnore:
        /(screens|keyboard|without-script|without-storage|session|social|profile|transitions|not-found|api-away)\.spec\.ts$/,
    },
  ],
});
