import { readFileSync, writeFileSync } from 'node:fs';
import type { Bundle } from '../bundle/bundle.ts';

type Weighed = Pick<Bundle, 'weightsFile'>;

/**
 * What a bundle's files weigh, by their addresses, as far as an earlier release had them weighed: to compress them takes longer
 * than all the rest of a check. A file that was cut off tells nothing.
 */
export function weightsOf({ weightsFile }: Weighed): Map<string, number> {
  try {
    return new Map(Object.entries(JSON.parse(readFileSync(weightsFile, 'utf8')) as Record<string, number>));
  } catch {
    return new Map();
  }
}

export function keepWeights(bundle: Weighed, known: Map<string, number>): void {
  if (known.size > weightsOf(bundle).size) writeFileSync(bundle.weightsFile, JSON.stringify(Object.fromEntries(known)));
}
