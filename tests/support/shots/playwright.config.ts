import { defineConfig } from '@playwright/test';
import config from '../../../playwright.config.ts';

const WIDTHS = (process.env['SHOTS_WIDTHS'] ?? '390,1440').split(',').map(Number);
const [desktop, phone] = (config.projects ?? []).map(({ use }) => use);
const WIDEST_PHONE = 600;

/** A phone has touch and two pixels to a CSS pixel. */
const viewOf = (width: number) => ({
  ...(width <= WIDEST_PHONE ? phone : desktop),
  viewport: { width, height: width <= WIDEST_PHONE ? 844 : 900 },
});

/**
 * The server and the browsers of the end-to-end tests. Screens run one after another, so that database ids are the same in each
 * run.
 */
export default defineConfig({
  ...config,
  testDir: '.',
  testMatch: 'screens.shots.ts',
  outputDir: '../../../.matinee/test/results',
  globalSetup: '../e2e-server.ts',
  fullyParallel: false,
  workers: 1,
  projects: WIDTHS.map((width) => ({ name: `${width}px`, use: viewOf(width) })),
});
