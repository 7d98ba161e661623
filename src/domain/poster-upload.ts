import { PICTURE_MAX_PIXELS } from './images.ts';

const MEGA = 1_000_000;
export const POSTER_MAX_MEGABYTES = 10;
export const POSTER_MAX_BYTES = POSTER_MAX_MEGABYTES * MEGA;
export const POSTER_MIN_SIDE_PIXELS = 600;
export const POSTER_MAX_SIDE_PIXELS = 8000;

type PosterFormat = 'jpeg' | 'png' | 'webp';
export const POSTER_SIGNATURE_BYTES = 12;

const SIGNATURES: [PosterFormat, RegExp][] = [
  ['jpeg', /^ffd8ff/],
  ['png', /^89504e470d0a1a0a/],
  ['webp', /^52494646.{8}57454250/],
];

/** Detects the format from the first bytes, not from the file name; null for other formats. */
export function posterFormat(start: Uint8Array): PosterFormat | null {
  const digits = Array.from(start.subarray(0, POSTER_SIGNATURE_BYTES), (byte) =>
    byte.toString(16).padStart(2, '0'),
  );
  return SIGNATURES.find(([, signature]) => signature.test(digits.join('')))?.[0] ?? null;
}

export type PosterSizeError = 'small' | 'large' | 'pixels';

export function findPosterSizeError(width: number, height: number): PosterSizeError | null {
  if (Math.min(width, height) < POSTER_MIN_SIDE_PIXELS) return 'small';
  if (Math.max(width, height) > POSTER_MAX_SIDE_PIXELS) return 'large';
  return width * height > PICTURE_MAX_PIXELS ? 'pixels' : null;
}
