import { LANGUAGE } from './locale.ts';

/** For sorting names that are shown. */
export const compareNames = (one: string, two: string): number => one.localeCompare(two, LANGUAGE);
