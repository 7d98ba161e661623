import type { CaptionProblem } from './decode.ts';

/** Of the process that converts captions. Node itself uses 1 to 13. */
export const EXIT_CODES: Record<CaptionProblem, number> = { 'unknown encoding': 20, 'no captions': 21 };
