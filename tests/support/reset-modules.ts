import { vi } from 'vitest';

// A worker runs several test files in one process (vitest.config.ts). Each file gets new project modules, because the stores keep
// state. Packages are loaded once.
vi.useRealTimers();
vi.unstubAllGlobals();
vi.resetModules();
