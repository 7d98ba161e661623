import { defineConfig, devices } from '@playwright/test';
import { findChromium } from './scripts/chromium.ts';
import { HOUSE_ORIGIN } from './tests/support/e2e-house.ts';

const { viewport: _, deviceScaleFactor: __, ...desktop } = devices['Desktop Chrome'];

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: '.matinee/test/results',
  globalSetup: './tests/support/e2e-house.ts',
  fullyParallel: true,
  workers: 2,
  forbidOnly: Boolean(process.env['CI']),
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  use: {
    baseURL: HOUSE_ORIGIN,
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: findChromium() ?? undefined,
      args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
    },
  },
  projects: [
    { name: 'desktop', use: { ...desktop, viewport: { width: 1440, height: 900 } } },
    { name: 'phone', use: { ...desktop, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 } },
  ],
});
