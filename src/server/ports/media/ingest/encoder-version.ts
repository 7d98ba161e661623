import { isDiscontinuous } from './clock.ts';
import type { Source } from './probe.ts';

/** Increase a number when films of that kind get another result from the same settings. The packages of other films stay valid. */
export const encoderVersion = (source: Source): number => (isDiscontinuous(source) ? 2 : 1);
