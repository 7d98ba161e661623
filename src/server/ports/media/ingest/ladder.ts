export interface Rung {
  name: string;
  width: number;
  height: number;
  maxKbps: number;
  /** Added to the quality: a small picture bears more. */
  coarser: number;
}

export interface Size {
  width: number;
  height: number;
}

/** Each is a 16:9 box; a film of another shape is fitted into it, so a scope film of 1920×804 is 1080p. */
const BOXES = [
  { name: '1080p', long: 1920, short: 1080, maxKbps: 6000, coarser: 0 },
  { name: '720p', long: 1280, short: 720, maxKbps: 3000, coarser: 0 },
  { name: '480p', long: 854, short: 480, maxKbps: 1500, coarser: 1 },
  { name: '240p', long: 426, short: 240, maxKbps: 500, coarser: 1 },
];
type Box = (typeof BOXES)[number];
/** A source that is this much larger than the largest box it fills keeps its own size as well. */
const WORTH_OWN_SIZE = 0.85;
const LEAST_KBPS = 300;

/** The pictures of a film, the largest first. None is above the source. */
export function ladderFor(source: Size): Rung[] {
  const rungs = BOXES.map((box) => ({ box, scale: fit(box, source) })).filter(({ scale }) => scale <= 1);
  const largest = rungs[0];
  const needsOwn = largest === undefined || (largest.box !== BOXES[0] && largest.scale < WORTH_OWN_SIZE);
  return [...(needsOwn ? [ownRung(source)] : []), ...rungs.map(({ box, scale }) => rungOf(box, source, scale))];
}

const fit = ({ long, short }: Box, { width, height }: Size) =>
  width >= height ? Math.min(long / width, short / height) : Math.min(short / width, long / height);

const rungOf = ({ name, maxKbps, coarser }: Box, source: Size, scale: number): Rung => ({
  name,
  ...evenSize(source, scale),
  maxKbps,
  coarser,
});

function ownRung(source: Size): Rung {
  const size = evenSize(source, 1);
  const share = (size.width * size.height) / (1280 * 720);
  const maxKbps = Math.max(LEAST_KBPS, Math.round(3000 * share));
  return { name: `${Math.min(size.width, size.height)}p`, ...size, maxKbps, coarser: share < 0.5 ? 1 : 0 };
}

/** H.264 counts colour in pairs of pixels. A source's own odd size is rounded down: it must not grow. */
const evenSize = ({ width, height }: Size, scale: number): Size => ({
  width: Math.min(even(width * scale), evenBelow(width)),
  height: Math.min(even(height * scale), evenBelow(height)),
});
const even = (value: number) => Math.max(2, 2 * Math.round(value / 2));
const evenBelow = (value: number) => Math.max(2, 2 * Math.floor(value / 2));

/** The largest even size within a box that a picture of this shape fits; for posters and tiles. */
export function fitWithin(source: Size, width: number, height: number): Size {
  return evenSize(source, Math.min(1, width / source.width, height / source.height));
}
