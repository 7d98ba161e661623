export interface Rung {
  name: string;
  codec: 'h264' | 'av1';
  width: number;
  height: number;
  maxKbps: number;
  /** Added to the CRF: small pictures tolerate more compression. */
  crfOffset: number;
}

export interface Size {
  width: number;
  height: number;
}

/** 16:9 boxes. A film of another shape is fitted into the box: 1920×804 is 1080p. */
const BOXES = [
  { name: '1080p', long: 1920, short: 1080, maxKbps: 6000, crfOffset: 0 },
  { name: '720p', long: 1280, short: 720, maxKbps: 3000, crfOffset: 0 },
  { name: '480p', long: 854, short: 480, maxKbps: 1500, crfOffset: 1 },
  { name: '240p', long: 426, short: 240, maxKbps: 500, crfOffset: 1 },
];
type Box = (typeof BOXES)[number];
/**
 * A source below 1080p also gets a rung in its own size if the largest box within it is less than
 * 0.85 of its size.
 */
const MAX_SCALE_FOR_OWN_SIZE = 0.85;
const MIN_KBPS = 300;

/** Returns the video rungs, largest first. No rung is larger than the source. */
export function ladderFor(source: Size): Rung[] {
  const rungs = BOXES.map((box) => ({ box, scale: scaleToFit(box, source) })).filter(
    ({ scale }) => scale <= 1,
  );
  const largest = rungs[0];
  const needsOwnRung =
    largest === undefined || (largest.box !== BOXES[0] && largest.scale < MAX_SCALE_FOR_OWN_SIZE);
  const standardRungs = rungs.map(({ box, scale }) => rungOf(box, source, scale));
  return needsOwnRung ? [ownRung(source), ...standardRungs] : standardRungs;
}

/**
 * Chosen: the peak rate of AV1 is the lower end of what three films needed (67 to 94 % of H.264's
 * bytes), for slow connections.
 */
const AV1_RATE = 2 / 3;

/**
 * Adds an AV1 rung of the same size for each rung. They come first: the last rung is the smallest
 * of H.264, which every device plays.
 */
export const withAv1 = (rungs: Rung[]): Rung[] => [
  ...rungs.map((rung): Rung => ({
    ...rung,
    name: `${rung.name}-av1`,
    codec: 'av1',
    maxKbps: Math.round(rung.maxKbps * AV1_RATE),
  })),
  ...rungs,
];

const scaleToFit = ({ long, short }: Box, { width, height }: Size) =>
  width >= height ? Math.min(long / width, short / height) : Math.min(short / width, long / height);

const rungOf = ({ name, maxKbps, crfOffset }: Box, source: Size, scale: number): Rung => ({
  name,
  codec: 'h264',
  ...evenSize(source, scale),
  maxKbps,
  crfOffset,
});

function ownRung(source: Size): Rung {
  const size = evenSize(source, 1);
  const areaRatio = (size.width * size.height) / (1280 * 720);
  const maxKbps = Math.max(MIN_KBPS, Math.round(3000 * areaRatio));
  return {
    name: `${Math.min(size.width, size.height)}p`,
    codec: 'h264',
    ...size,
    maxKbps,
    crfOffset: areaRatio < 0.5 ? 1 : 0,
  };
}

/** H.264 needs even sizes. An odd source size is rounded down, so that it does not grow. */
const evenSize = ({ width, height }: Size, scale: number): Size => ({
  width: Math.min(roundToEven(width * scale), evenFloor(width)),
  height: Math.min(roundToEven(height * scale), evenFloor(height)),
});
const roundToEven = (value: number) => Math.max(2, 2 * Math.round(value / 2));
const evenFloor = (value: number) => Math.max(2, 2 * Math.floor(value / 2));

export const fitWithin = (source: Size, width: number, height: number): Size =>
  evenSize(source, Math.min(1, width / source.width, height / source.height));
