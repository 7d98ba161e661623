import { lastOf } from '#domain/existing.ts';

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

const DEFAULT: Rate = { frames: 25, seconds: 1 };

export const framesPerSecond = ({ frames, seconds }: Rate) => frames / seconds;
export const rateText = ({ frames, seconds }: Rate) => `${frames}/${seconds}`;

/** Parses `24000/1001`; null for `0/0` and malformed text. */
export function readRate(text: string | undefined): Rate | null {
  const [frames = 0, seconds = 1] = (text ?? '').split('/').map(Number);
  return frames > 0 && seconds > 0 ? { frames, seconds } : null;
}

/**
 * Divides fast rates by a whole number, so that all frames last equally long. A variable rate
 * becomes a standard rate.
 */
// Chosen: 48, 50 and 60 are halved. Films have 24 to 30; twice the frames need about 50 % more
// bytes.
export function chooseRate(average: Rate | null, nominal: Rate | null): Rate {
  const measured = average ?? nominal ?? DEFAULT;
  // A camera that loses frames still takes them at its nominal rate, so that rate has the fewest
  // uneven frames.
  return (
    standardRate(measured) ??
    (nominal && standardRate(nominal)) ??
    nearThirty(measured) ??
    ownRate(measured, nominal)
  );
}

/** Whether versions before the nominal rate counted chose another rate. */
export function isNewRate(average: Rate | null, nominal: Rate | null): boolean {
  const measured = average ?? nominal ?? DEFAULT;
  const earlier = standardRate(measured) ?? ownRate(measured, nominal);
  return rateText(earlier) !== rateText(chooseRate(average, nominal));
}

const standardRate = (rate: Rate): Rate | undefined =>
  nearestStandard(framesPerSecond(divide(rate)));

function divide({ frames, seconds }: Rate): Rate {
  const divisor = Math.max(1, Math.ceil(frames / seconds / MAX_FRAMES_PER_SECOND));
  return { frames, seconds: seconds * divisor };
}

/** Chosen: below 40, half of the frames are too few for motion, so single frames are left out. */
const nearThirty = (rate: Rate): Rate | undefined =>
  framesPerSecond(rate) > MAX_FRAMES_PER_SECOND && framesPerSecond(rate) < 40
    ? { frames: 30, seconds: 1 }
    : undefined;

function ownRate(measured: Rate, nominal: Rate | null): Rate {
  const divided = divide(measured);
  return isConstant(measured, nominal)
    ? reduceFraction(divided)
    : nextStandardAbove(framesPerSecond(divided));
}

const deviation = (rate: Rate, target: number) => Math.abs(framesPerSecond(rate) / target - 1);

function nearestStandard(target: number): Rate | undefined {
  const [best] = STANDARD.toSorted((a, b) => deviation(a, target) - deviation(b, target));
  return best && deviation(best, target) <= STANDARD_TOLERANCE ? best : undefined;
}

const isConstant = (average: Rate, nominal: Rate | null) =>
  nominal !== null && deviation(nominal, framesPerSecond(average)) <= CONSTANT_TOLERANCE;

const nextStandardAbove = (target: number): Rate =>
  STANDARD.filter(({ seconds }) => seconds === 1).find((rate) => framesPerSecond(rate) >= target) ??
  lastOf(STANDARD);

function reduceFraction({ frames, seconds }: Rate): Rate {
  let [a, b] = [frames, seconds];
  while (b) [a, b] = [b, a % b];
  return { frames: frames / a, seconds: seconds / a };
}
