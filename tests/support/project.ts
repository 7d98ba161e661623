import { resolve } from 'node:path';

/** The project folder. Not in source.ts, because that loads the TypeScript compiler. */
export const PROJECT = resolve(import.meta.dirname, '../..');
