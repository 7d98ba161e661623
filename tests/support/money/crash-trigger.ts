/**
 * The moments at which a process can crash: before a statement, before a commit (`commit`) and after it (`committed`), before a
 * request to a provider and after its response.
 */
export type CrashPoint = 'statement' | 'commit' | 'committed' | 'request' | 'response';

export class ProcessCrashed extends Error {}

export type CrashTrigger = ReturnType<typeof aCrashTrigger>;

/** Simulates `kill -9` of a process at a chosen crash point. */
export function aCrashTrigger(onCrash: () => void) {
  let remainingCount = Infinity;
  let armedPoint: CrashPoint | 'any' = 'any';
  let crashedAt: CrashPoint | undefined;

  return {
    /** Crashes the process after `count` more crash points of this kind. */
    arm(count: number, kind: CrashPoint | 'any') {
      remainingCount = count;
      armedPoint = kind;
    },
    crashedAt: () => crashedAt,
    crash() {
      crashedAt ??= 'statement';
      onCrash();
    },
    /** Throws after the crash, so that running code has no further effect. */
    reach(point: CrashPoint) {
      if (crashedAt) throw new ProcessCrashed();
      if (armedPoint !== 'any' && armedPoint !== point) return;
      if (remainingCount-- > 0) return;
      crashedAt = point;
      onCrash();
      throw new ProcessCrashed();
    },
  };
}
