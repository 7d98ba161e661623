import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/{unit,server,stores,rebuild,build}/**/*.test.ts'],
    environment: 'node',
    tags: [{ name: 'deep' }],
    setupFiles: ['tests/support/console-guard.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Two cores, and every server test has a database of its own.
    maxWorkers: 2,
    env: { NODE_ENV: 'test', TZ: 'Asia/Kolkata' },
  },
});
