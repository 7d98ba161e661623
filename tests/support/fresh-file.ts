import { expect, vi } from 'vitest';

// A worker runs one file after another in one process (vitest.config.ts). Packages are loaded once, and the modules of the server too:
// they keep no state. Every other file begins with modules of its own, as a page does: the stores remember what a browser showed.
vi.useRealTimers();
vi.unstubAllGlobals();
if (!expect.getState().testPath?.includes('/tests/server/')) vi.resetModules();
