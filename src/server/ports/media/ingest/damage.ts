import type { Finding } from './findings.ts';

/** What ffmpeg could not decode. */
export interface Damage {
  stream: 'picture' | 'sound';
  count: number;
  /**
   * Seconds of the film, about: ffmpeg reports its position only from time to time. Null before its
   * first report.
   */
  at: number | null;
}

// Chosen: only what a decoder says of broken data. The messages at the start of a recording that
// begins between two key frames (`non-existing PPS`, `mmco`, `co located POCs`) are none.
const DAMAGE = /while decoding|damaged at|slice mismatch|invalid mb type|corrupted macroblock/i;

/** Counts ffmpeg’s lines about broken data; both functions are for one run. */
export function createDamageCounter(stream: Damage['stream']) {
  const damage: Damage = { stream, count: 0, at: null };
  let position: number | null = null;
  return {
    damage,
    setPosition: (seconds: number) => void (position = seconds),
    readErrorLine(line: string) {
      if (!DAMAGE.test(line)) return;
      if (damage.count === 0) damage.at = position;
      damage.count += 1;
    },
  };
}

export const damageFindings = (damages: Damage[]): Finding[] =>
  damages
    .filter(({ count }) => count > 0)
    .map(({ stream, count, at }) => ({ code: 'damaged-parts', values: { stream, count, at } }));
