/** What a film's maker may send as a poster. */

const MEGA = 1_000_000;
export const POSTER_MOST_MEGABYTES = 10;
export const POSTER_MOST_BYTES = POSTER_MOST_MEGABYTES * MEGA;
export const POSTER_LEAST_SIDE = 600;
export const POSTER_MOST_SIDE = 8000;
/** What a decoder may be asked to unfold: some 160 MB of colours at the worst. */
export const POSTER_MOST_MEGAPIXELS = 40;
export const POSTER_MOST_PIXELS = POSTER_MOST_MEGAPIXELS * MEGA;

export type PosterFormat = 'jpeg' | 'png' | 'webp';
/** As many bytes as tell the format. */
export const POSTER_SIGNATURE_BYTES = 12;

const SIGNATURES: [PosterFormat, RegExp][] = [
  ['jpeg', /^ffd8ff/],
  ['png', /^89504e470d0a1a0a/],
  ['webp', /^52494646.{8}57454250/],
];

/** The format that the first bytes of a file tell, whatever it is called; null for everything else. */
export function posterFormat(start: Uint8Array): PosterFormat | null {
  const digits = Array.from(start.subarray(0, POSTER_SIGNATURE_BYTES), (byte) => byte.toString(16).padStart(2, '0'));
  return SIGNATURES.find(([, signature]) => signature.test(digits.join('')))?.[0] ?? null;
}

export type PosterFault = 'small' | 'large' | 'pixels';

/** What is wrong with a picture's size in pixels; null when nothing is. */
export function posterFault(width: number, height: number): PosterFault | null {
  if (Math.min(width, height) < POSTER_LEAST_SIDE) return 'small';
  if (Math.max(width, height) > POSTER_MOST_SIDE) return 'large';
  return width * height > POSTER_MOST_PIXELS ? 'pixels' : null;
}
