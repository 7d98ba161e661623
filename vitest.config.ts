import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/{unit,server,stores,rebuild,build}/**/*.test.ts'],
    environment: 'node',
    globalSetup: ['tests/support/databases.ts'],
    setupFiles: ['tests/support/console-guard.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Two cores, and every server test has a database of its own.
    maxWorkers: 2,
    tags: [
      // These take what they take.
      { name: 'deep', description: 'rare, long or timed: `npm run test:deep` (docs/testing.md)', timeout: 300_000 },
      { name: 'databases', description: 'what PostgreSQL and the embedded database may do differently: runs on both' },
    ],
    env: { NODE_ENV: 'test', TZ: 'Asia/Kolkata' },
  },
});
