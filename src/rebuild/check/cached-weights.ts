import { readFileSync, writeFileSync } from 'node:fs';
import type { Bundle } from '../bundle/bundle.ts';

type WeightsFile = Pick<Bundle, 'weightsFile'>;

/** Returns compressed file sizes by path. Compressing is the slowest part of a check. An invalid file counts as empty. */
export function readWeights({ weightsFile }: WeightsFile): Map<string, number> {
  try {
    return new Map(Object.entries(JSON.parse(readFileSync(weightsFile, 'utf8')) as Record<string, number>));
  } catch {
    return new Map();
  }
}

export function saveWeights(bundle: WeightsFile, weights: Map<string, number>): void {
  if (weights.size > readWeights(bundle).size)
    writeFileSync(bundle.weightsFile, JSON.stringify(Object.fromEntries(weights)));
}
