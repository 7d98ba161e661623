import { open, readFile } from 'node:fs/promises';
import sharp from 'sharp';
import {
  posterFault,
  type PosterFault,
  posterFormat,
  POSTER_MOST_BYTES,
  POSTER_MOST_PIXELS,
  POSTER_SIGNATURE_BYTES,
} from '#domain/poster.ts';

/** Why a picture is not taken; for a person to be told in words. */
export class PosterRefused extends Error {
  readonly reason: PosterFault | 'format' | 'broken' | 'heavy' | 'interrupted';

  constructor(reason: PosterRefused['reason']) {
    super(`a poster was refused: ${reason}`);
    this.reason = reason;
  }
}

const WIDEST = 1200;
const QUALITY = 82;
const DECODING_SECONDS = 20;

/** Writes a body to a file as it comes, as long as it may be a picture: neither its length nor its name is believed. Throws PosterRefused. */
export async function receivePoster(body: ReadableStream<Uint8Array>, path: string): Promise<void> {
  const file = await open(path, 'wx');
  // Released and not cancelled: a body that is cancelled takes the connection along, and the answer with it.
  const reader = body.getReader();
  let start = Buffer.alloc(0);
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(() => {
        throw new PosterRefused('interrupted');
      });
      if (done) break;
      size += value.length;
      if (size > POSTER_MOST_BYTES) throw new PosterRefused('heavy');
      if (start.length < POSTER_SIGNATURE_BYTES) start = requirePicture(Buffer.concat([start, value]));
      await file.writeFile(value);
    }
    if (start.length < POSTER_SIGNATURE_BYTES) throw new PosterRefused('format');
  } finally {
    reader.releaseLock();
    await file.close();
  }
}

function requirePicture(start: Buffer<ArrayBuffer>) {
  if (start.length >= POSTER_SIGNATURE_BYTES && !posterFormat(start)) throw new PosterRefused('format');
  return start;
}

/** Draws a picture anew from its colours alone: nothing else that lay in the file comes along. Gives its size. Throws PosterRefused. */
export async function remakePoster(from: string, to: string): Promise<{ width: number; height: number }> {
  // Read here and not by sharp, which would hold the file open after it is gone.
  const data = await readFile(from);
  const broken = () => {
    throw new PosterRefused('broken');
  };
  // The head alone: what it claims is judged before anything is unfolded.
  const { format, width, height } = await sharp(data, { limitInputPixels: false }).metadata().catch(broken);
  if (format !== posterFormat(data)) broken();
  const fault = posterFault(width, height);
  if (fault) throw new PosterRefused(fault);
  const picture = sharp(data, { limitInputPixels: POSTER_MOST_PIXELS, failOn: 'error', sequentialRead: true })
    .timeout({ seconds: DECODING_SECONDS })
    .autoOrient()
    .flatten()
    .toColourspace('srgb')
    .resize({ width: WIDEST, withoutEnlargement: true })
    .webp({ quality: QUALITY });
  const made = await picture.toBuffer({ resolveWithObject: true }).catch(broken);
  const file = await open(to, 'wx');
  await file.writeFile(made.data).finally(() => file.close());
  return { width: made.info.width, height: made.info.height };
}
