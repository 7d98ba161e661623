import type { Rung } from './ladder.ts';
import type { IngestOptions } from './settings.ts';
import type { WorkFolder } from './work-folder.ts';

/** Relative durations of the stages, for the progress bar only. */
const WEIGHTS = { reading: 0.2, picture: 4, sound: 0.3, stills: 0.2 };
const FULL_HD = 1920 * 1080;

/**
 * Combines stage fractions into the fraction of the whole film. Stages that an earlier run finished
 * count from the start.
 */
export function createProgressReporter(
  { isDone }: Pick<WorkFolder, 'isDone'>,
  rungs: Rung[],
  tracks: { name: string }[],
  onProgress: IngestOptions['onProgress'],
) {
  const weights = new Map<string, number>([
    ...rungs.map((rung): [string, number] => [
      rung.name,
      WEIGHTS.reading + (WEIGHTS.picture * rung.width * rung.height) / FULL_HD,
    ]),
    ...tracks.map(({ name }): [string, number] => [name, WEIGHTS.sound]),
    ['stills', WEIGHTS.stills],
  ]);
  const fractions = new Map([...weights.keys()].filter(isDone).map((stage) => [stage, 1]));
  const totalWeight = [...weights.values()].reduce((sum, weight) => sum + weight, 0);

  /** Of stages that run beside each other. */
  const largestRunning = (): string | undefined =>
    [...fractions]
      .filter(([, share]) => share < 1)
      .toSorted(([a], [b]) => (weights.get(b) ?? 0) - (weights.get(a) ?? 0))[0]?.[0];

  return (stage: string, fraction: number) => {
    fractions.set(stage, Math.max(0, Math.min(1, fraction)));
    const doneWeight = [...fractions].reduce(
      (sum, [name, share]) => sum + share * (weights.get(name) ?? 0),
      0,
    );
    onProgress?.({ stage: largestRunning() ?? stage, fraction: doneWeight / totalWeight });
  };
}
export type ProgressReporter = ReturnType<typeof createProgressReporter>;
