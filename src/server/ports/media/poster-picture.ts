import { open, readFile } from 'node:fs/promises';
import sharp from 'sharp';
import {
  findPosterSizeError,
  type PosterSizeError,
  posterFormat,
  POSTER_MAX_BYTES,
  POSTER_SIGNATURE_BYTES,
} from '#domain/poster-upload.ts';
import { DECODING, findSizeProblem, readMetadata } from './picture-limits.ts';

/** `reason` selects the message for the filmmaker. */
export class PosterRefused extends Error {
  readonly reason: PosterSizeError | 'format' | 'broken' | 'memory' | 'heavy' | 'interrupted';

  constructor(reason: PosterRefused['reason']) {
    super(`a poster was refused: ${reason}`);
    this.reason = reason;
  }
}

const MAX_WIDTH = 1200;
const QUALITY = 82;
const DECODING_TIMEOUT_SECONDS = 20;

/**
 * Streams a body to a file and stops if it is too long or no picture; HTTP headers are not trusted.
 * Throws PosterRefused.
 */
export async function receivePoster(body: ReadableStream<Uint8Array>, path: string): Promise<void> {
  const file = await open(path, 'wx');
  // Released, not cancelled: cancelling the body closes the connection, and the response with it.
  const reader = body.getReader();
  let header = Buffer.alloc(0);
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(() => {
        throw new PosterRefused('interrupted');
      });
      if (done) break;
      size += value.length;
      if (size > POSTER_MAX_BYTES) throw new PosterRefused('heavy');
      if (header.length < POSTER_SIGNATURE_BYTES)
        header = requirePictureSignature(Buffer.concat([header, value]));
      await file.writeFile(value);
    }
    if (header.length < POSTER_SIGNATURE_BYTES) throw new PosterRefused('format');
  } finally {
    reader.releaseLock();
    await file.close();
  }
}

function requirePictureSignature(header: Buffer<ArrayBuffer>) {
  if (header.length >= POSTER_SIGNATURE_BYTES && !posterFormat(header))
    throw new PosterRefused('format');
  return header;
}

/**
 * Encodes a picture again from its pixels, which drops all metadata. Returns its size. Throws
 * PosterRefused.
 */
export async function reencodePoster(
  from: string,
  to: string,
): Promise<{ width: number; height: number }> {
  // sharp would keep the file open after its deletion, so read it here.
  const data = await readFile(from);
  const rejectBroken = () => {
    throw new PosterRefused('broken');
  };
  const metadata = await readMetadata(data).catch(rejectBroken);
  const { format, width, height } = metadata;
  if (format !== posterFormat(data)) rejectBroken();
  const sizeError = findPosterSizeError(width, height);
  if (sizeError) throw new PosterRefused(sizeError);
  if (findSizeProblem(metadata)) throw new PosterRefused('memory');
  const picture = sharp(data, { ...DECODING, failOn: 'error' })
    .timeout({ seconds: DECODING_TIMEOUT_SECONDS })
    .autoOrient()
    .flatten()
    .toColourspace('srgb')
    .resize({ width: MAX_WIDTH, withoutEnlargement: true })
    .webp({ quality: QUALITY });
  const encoded = await picture.toBuffer({ resolveWithObject: true }).catch(rejectBroken);
  const file = await open(to, 'wx');
  await file.writeFile(encoded.data).finally(() => file.close());
  return { width: encoded.info.width, height: encoded.info.height };
}
