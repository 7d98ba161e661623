/** Frames a second as ffmpeg writes them: `24000/1001`. */
export interface Rate {
  frames: number;
  seconds: number;
}

const STANDARD: Rate[] = [
  { frames: 24000, seconds: 1001 },
  { frames: 24, seconds: 1 },
  { frames: 25, seconds: 1 },
  { frames: 30000, seconds: 1001 },
  { frames: 30, seconds: 1 },
];
const SAME = 0.005;
const STEADY = 0.02;
const MOST = 30.5;

export const perSecond = ({ frames, seconds }: Rate) => frames / seconds;
export const rateText = ({ frames, seconds }: Rate) => `${frames}/${seconds}`;

/** `24000/1001` → a rate; null for `0/0` and what is none. */
export function readRate(text: string | undefined): Rate | null {
  const [frames = 0, seconds = 1] = (text ?? '').split('/').map(Number);
  return frames > 0 && seconds > 0 ? { frames, seconds } : null;
}

/**
 * The constant rate a film gets. 23.976, 24, 25, 29.97 and 30 are kept. What is faster is brought down by a whole number, so that
 * no frame is shown longer than its neighbour. A rate that changes becomes the next standard one above its average.
 */
// Chosen: 48, 50 and 60 become half. A cinema's films are 24 to 30; twice the frames cost a viewer half as many bytes again.
export function chooseRate(average: Rate | null, nominal: Rate | null): Rate {
  const found = average ?? nominal ?? { frames: 25, seconds: 1 };
  const divisor = Math.max(1, Math.ceil(perSecond(found) / MOST));
  const slowed = { frames: found.frames, seconds: found.seconds * divisor };
  const standard = nearest(perSecond(slowed));
  if (standard) return standard;
  return isSteady(found, nominal) ? reduced(slowed) : nextAbove(perSecond(slowed));
}

const off = (rate: Rate, wanted: number) => Math.abs(perSecond(rate) / wanted - 1);

function nearest(wanted: number): Rate | undefined {
  const [best] = STANDARD.toSorted((a, b) => off(a, wanted) - off(b, wanted));
  return best && off(best, wanted) <= SAME ? best : undefined;
}

const isSteady = (average: Rate, nominal: Rate | null) =>
  nominal !== null && off(nominal, perSecond(average)) <= STEADY;

const nextAbove = (wanted: number): Rate =>
  STANDARD.filter(({ seconds }) => seconds === 1).find((rate) => perSecond(rate) >= wanted) ?? STANDARD.at(-1)!;

function reduced({ frames, seconds }: Rate): Rate {
  let [a, b] = [frames, seconds];
  while (b) [a, b] = [b, a % b];
  return { frames: frames / a, seconds: seconds / a };
}
