import sharp, { type Metadata } from 'sharp';
import { PICTURE_MAX_MEGAPIXELS, PICTURE_MAX_PIXELS } from '#domain/images.ts';

// libvips would keep the decoders of the last hundred pictures, with memory that its limits do not
// count: 120 MB each for a progressive JPEG of 36 megapixels.
sharp.cache(false);

/**
 * Options that open a picture of a stranger: a few bytes can claim gigabytes. Check
 * `findSizeProblem` first.
 */
export const DECODING = { limitInputPixels: PICTURE_MAX_PIXELS, sequentialRead: true };

/** A progressive JPEG of 8000 × 4500 pixels is below it. */
const DECODER_MAX_BYTES = 220_000_000;

/** Reads only the header. */
export const readMetadata = (bytes: Buffer): Promise<Metadata> =>
  sharp(bytes, { limitInputPixels: false }).metadata();

/**
 * What the decoder keeps until it has read the whole picture, as measured with sharp 0.35. Other
 * formats are read row by row.
 */
function decoderBytesPerPixel({
  format,
  isProgressive,
  channels,
  depth,
  chromaSubsampling,
}: Metadata): number {
  if (format === 'heif') return 18;
  if (format === 'gif') return 7;
  if (!isProgressive) return 0;
  if (format === 'jpeg') return chromaSubsampling === '4:2:0' ? 6 : channels * 3;
  return channels * (depth === 'uchar' ? 1 : 2) + 1;
}

/**
 * Returns what is wrong with the size of a picture, as the end of a sentence; null if it can be
 * decoded.
 */
export function findSizeProblem(metadata: Metadata): string | null {
  const pixels = metadata.width * metadata.height;
  const size = `${metadata.width} × ${metadata.height} pixels`;
  if (pixels > PICTURE_MAX_PIXELS)
    return `has ${size}, and a picture may have ${PICTURE_MAX_MEGAPIXELS} million. Make it smaller.`;
  if (pixels * decoderBytesPerPixel(metadata) > DECODER_MAX_BYTES)
    return `has ${size}, which need too much memory in this format. Make it smaller, or save it as a JPEG that is not progressive.`;
  return null;
}
