import { defineConfig } from '@playwright/test';
import config from '../../../playwright.config.ts';

/** The server and the browsers of the end-to-end tests. One screen after another, so that ids are always the same. */
export default defineConfig({
  ...config,
  testDir: '.',
  testMatch: 'screens.shots.ts',
  outputDir: '../../../.matinee/test/results',
  globalSetup: '../e2e-server.ts',
  fullyParallel: false,
  workers: 1,
  projects: (config.projects ?? []).map((project) => ({ ...project, grep: /(?:)/, grepInvert: [], testIgnore: [] })),
});
