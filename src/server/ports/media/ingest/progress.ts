import type { Rung } from './ladder.ts';
import type { IngestOptions } from './settings.ts';
import type { Work } from './work.ts';

/** How long stages take beside each other; only the bar depends on it. */
const WEIGHTS = { reading: 0.2, picture: 4, sound: 0.3, stills: 0.2 };
const FULL_HD = 1920 * 1080;

/** Tells a film's progress as one fraction, from those of its stages; what an earlier run finished counts from the start. */
export function createProgress(
  { isDone }: Pick<Work, 'isDone'>,
  rungs: Rung[],
  sounds: { name: string }[],
  onProgress: IngestOptions['onProgress'],
) {
  const weights = new Map<string, number>([
    ...rungs.map((rung): [string, number] => [
      rung.name,
      WEIGHTS.reading + (WEIGHTS.picture * rung.width * rung.height) / FULL_HD,
    ]),
    ...sounds.map(({ name }): [string, number] => [name, WEIGHTS.sound]),
    ['stills', WEIGHTS.stills],
  ]);
  const done = new Map([...weights.keys()].filter(isDone).map((stage) => [stage, 1]));
  const whole = [...weights.values()].reduce((sum, weight) => sum + weight, 0);

  return (stage: string, fraction: number) => {
    done.set(stage, Math.max(0, Math.min(1, fraction)));
    const part = [...done].reduce((sum, [name, share]) => sum + share * (weights.get(name) ?? 0), 0);
    onProgress?.({ stage, fraction: part / whole });
  };
}
export type Progress = ReturnType<typeof createProgress>;
