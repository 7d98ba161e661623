import { defineConfig } from '@playwright/test';
import config from '../../../playwright.config.ts';

const WIDTHS = (process.env['CONTRAST_WIDTHS'] ?? '390,768,1024,1440').split(',').map(Number);
const [desktop] = (config.projects ?? []).map(({ use }) => use);
/** High enough for the whole banner. */
const HEIGHT = 1400;
const MINUTE = 60_000;

/** The server and the browser of the end-to-end tests, one width after another. */
export default defineConfig({
  ...config,
  testDir: '.',
  testMatch: 'banners.contrast.ts',
  outputDir: '../../../.matinee/test/results',
  globalSetup: '../e2e-server.ts',
  timeout: 15 * MINUTE,
  workers: 2,
  projects: WIDTHS.map((width) => ({
    name: `${width}px`,
    use: { ...desktop, viewport: { width, height: HEIGHT } },
  })),
});
