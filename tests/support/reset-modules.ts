import { vi } from 'vitest';

// A worker runs one file after another in one process (vitest.config.ts). Each begins with modules of its own, as a page does: the
// stores remember what a browser showed. A package is loaded once.
vi.useRealTimers();
vi.unstubAllGlobals();
vi.resetModules();
