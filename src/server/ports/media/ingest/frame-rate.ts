/** A fraction, as ffmpeg writes it: `24000/1001`. */
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
const STANDARD_TOLERANCE = 0.005;
const CONSTANT_TOLERANCE = 0.02;
const MAX_FRAMES_PER_SECOND = 30.5;

export const framesPerSecond = ({ frames, seconds }: Rate) => frames / seconds;
export const rateText = ({ frames, seconds }: Rate) => `${frames}/${seconds}`;

/** Parses `24000/1001`; null for `0/0` and malformed text. */
export function readRate(text: string | undefined): Rate | null {
  const [frames = 0, seconds = 1] = (text ?? '').split('/').map(Number);
  return frames > 0 && seconds > 0 ? { frames, seconds } : null;
}

/** Divides fast rates by a whole number, so that all frames last equally long. A variable rate becomes a standard rate. */
// Chosen: 48, 50 and 60 are halved. Films have 24 to 30; twice the frames need about 50 % more bytes.
export function chooseRate(average: Rate | null, nominal: Rate | null): Rate {
  const measured = average ?? nominal ?? { frames: 25, seconds: 1 };
  const divisor = Math.max(1, Math.ceil(framesPerSecond(measured) / MAX_FRAMES_PER_SECOND));
  const divided = { frames: measured.frames, seconds: measured.seconds * divisor };
  const standard = nearestStandard(framesPerSecond(divided));
  if (standard) return standard;
  return isConstant(measured, nominal) ? reduceFraction(divided) : nextStandardAbove(framesPerSecond(divided));
}

const deviation = (rate: Rate, target: number) => Math.abs(framesPerSecond(rate) / target - 1);

function nearestStandard(target: number): Rate | undefined {
  const [best] = STANDARD.toSorted((a, b) => deviation(a, target) - deviation(b, target));
  return best && deviation(best, target) <= STANDARD_TOLERANCE ? best : undefined;
}

const isConstant = (average: Rate, nominal: Rate | null) =>
  nominal !== null && deviation(nominal, framesPerSecond(average)) <= CONSTANT_TOLERANCE;

const nextStandardAbove = (target: number): Rate =>
  STANDARD.filter(({ seconds }) => seconds === 1).find((rate) => framesPerSecond(rate) >= target) ?? STANDARD.at(-1)!;

function reduceFraction({ frames, seconds }: Rate): Rate {
  let [a, b] = [frames, seconds];
  while (b) [a, b] = [b, a % b];
  return { frames: frames / a, seconds: seconds / a };
}
