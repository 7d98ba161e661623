import { resolve } from 'node:path';

/** The folder of the whole project. Apart from source.ts, which brings a compiler along. */
export const PROJECT = resolve(import.meta.dirname, '../..');
