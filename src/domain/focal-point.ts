/** A point of a picture, in whole percent from the left and from the top. */
export interface FocalPoint {
  x: number;
  y: number;
}

export const CENTRE: FocalPoint = { x: 50, y: 50 };

/** Parses `50,30`. Null for other text. */
export function parseFocalPoint(text: string): FocalPoint | null {
  const [x, y] = (/^(\d{1,3})\s*,\s*(\d{1,3})$/.exec(text.trim()) ?? []).slice(1).map(Number);
  return x === undefined || y === undefined || Math.max(x, y) > 100 ? null : { x, y };
}

export const formatFocalPoint = ({ x, y }: FocalPoint): string => `${x},${y}`;

interface Size {
  width: number;
  height: number;
}

/**
 * The largest part of a picture with the ratio, in pixels. The focal point is as near to its centre
 * as the edges allow.
 */
export function cropAround(
  { width, height }: Size,
  ratio: number,
  { x, y }: FocalPoint,
): Size & Record<'left' | 'top', number> {
  const crop = {
    width: Math.max(1, Math.min(width, Math.round(height * ratio))),
    height: Math.max(1, Math.min(height, Math.round(width / ratio))),
  };
  return {
    ...crop,
    left: startOf(width, crop.width, x),
    top: startOf(height, crop.height, y),
  };
}

const startOf = (side: number, cropped: number, percent: number): number =>
  Math.round(Math.min(side - cropped, Math.max(0, (side * percent) / 100 - cropped / 2)));
