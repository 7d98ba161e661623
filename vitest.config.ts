import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { setRunClock } from './tests/support/test-now.ts';

setRunClock();

export default defineConfig({
  test: {
    include: ['tests/{unit,server,stores,rebuild,build}/**/*.test.ts'],
    environment: 'node',
    globalSetup: ['tests/support/database-setup.ts'],
    setupFiles: [
      'tests/support/reset-modules.ts',
      'tests/support/fail-on-console-error.ts',
      'tests/support/cheap-argon2.ts',
    ],
    // A worker loads the packages once. tests/support/reset-modules.ts resets the project modules for each file.
    isolate: false,
    // Guards against hanging only: a start of the server takes 2 s on one machine and 10 s on another.
    testTimeout: 90_000,
    hookTimeout: 120_000,
    // A server test waits for its database half of the time. Every file has its own database.
    maxWorkers: Math.min(8, 2 * availableParallelism()),
    tags: [
      {
        name: 'deep',
        description: 'rare, long or timed: `npm run test:deep` (docs/testing.md)',
        timeout: 300_000,
      },
      {
        name: 'timed',
        description: 'measures time: the deep ring runs it alone, after the other tests',
      },
      {
        name: 'release',
        description: 'minutes, or the network: `npm run test:deep` runs it, and `.ci/run` does not',
      },
      {
        name: 'dates',
        description: 'what depends on the day: `.ci/run` also runs it on other days',
      },
      {
        name: 'databases',
        description: 'what PostgreSQL and the embedded database may do differently: runs on both',
      },
    ],
    env: { NODE_ENV: 'test', TZ: process.env['TEST_ZONE'] ?? 'Asia/Kolkata' },
  },
});
