import { defineConfig, devices } from '@playwright/test';
import { findTestChromium } from './scripts/chromium.ts';
import type { Fixtures } from './tests/support/browser.ts';
import { aFreeSiteOrigin } from './tests/support/site-origin.ts';
import { setRunClock } from './tests/support/test-now.ts';

setRunClock();

// Set once: workers read this file again and inherit the value. E2E_ORIGIN may also name an open server.
process.env['E2E_ORIGIN'] ??= await aFreeSiteOrigin();

/** The first ring runs each test at one width. The deep ring (RING=deep) runs it at the other width, and the remaining tests. */
const isDeepRing = process.env['RING'] === 'deep';
/** These match a test's full title, which ends with its tags. */
const FIRST_RING_ON_DESKTOP = /^(?!.*@(deep|phone))/s;
const FIRST_RING_ON_PHONE = /^(?!.*@deep).*@phone/s;
const ringOf = (firstRing: RegExp) =>
  isDeepRing ? { grepInvert: firstRing } : { grep: firstRing };

/** Of screens with texts that change. */
const TRANSLATED =
  /\/(booking|catalogue-lists|office|payment|payment-outcomes|producer|profile|reviews|sign-up|submission|ticket)\.spec\.ts$/;

const { viewport: _, deviceScaleFactor: __, ...chromium } = devices['Desktop Chrome'];

/** No animations. The phone project shows them. */
const desktop = {
  ...chromium,
  viewport: { width: 1440, height: 900 },
  contextOptions: { reducedMotion: 'reduce' as const },
};

export default defineConfig<Pick<Fixtures, 'isTranslated'>>({
  testDir: 'tests/e2e',
  outputDir: '.matinee/test/results',
  globalSetup: './tests/support/e2e-server.ts',
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
    // Requests of a worker cannot be replaced. offline.spec.ts and download.spec.ts allow it.
    serviceWorkers: 'block',
    launchOptions: {
      executablePath: findTestChromium(),
      // Without a UTF-8 locale Chromium saves files with non-Latin names as “download”.
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
    { name: 'desktop', ...ringOf(FIRST_RING_ON_DESKTOP), use: desktop },
    ...(isDeepRing
      ? [
          {
            name: 'translated',
            grep: FIRST_RING_ON_DESKTOP,
            testMatch: TRANSLATED,
            use: { ...desktop, isTranslated: true },
          },
        ]
      : []),
    {
      name: 'phone',
      ...ringOf(FIRST_RING_ON_PHONE),
      use: {
        ...chromium,
        viewport: { width: 390, height: 844 },
        hasTouch: true,
        isMobile: true,
        deviceScaleFactor: 2,
      },
      // These tests set their own width, use a keyboard, run no browser code or look the same on a phone.
      testIgnore:
        /(screens|keyboard|office-jobs|without-script|without-storage|session|social|profile|television|transitions|not-found|api-unavailable)\.spec\.ts$/,
    },
  ],
});
