import { isDiscontinuous } from './clock.ts';
import type { Source } from './probe.ts';

/** Earlier versions cut the sound where the picture ends. Half a second less is not missed. */
const MIN_CUT_SECONDS = 0.5;

/**
 * Increase a number when films of that kind get another result from the same settings. The packages
 * of other films stay valid.
 */
export const encoderVersion = (source: Source): number =>
  isDiscontinuous(source) || wasCut(source) || source.hasNewRate ? 2 : 1;

const wasCut = ({ announced: { picture, sound } }: Source) =>
  picture !== null && sound !== null && sound - picture > MIN_CUT_SECONDS;
