import { readFile } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import { cropAround, type FocalPoint } from '#domain/focal-point.ts';
import { placeholderColour } from '#domain/placeholder-colour.ts';
import { DEFAULT_WIDTH, IMAGE_RATIOS, IMAGE_WIDTHS, SHARE_CARD } from '#domain/images.ts';
import { MediaError } from './errors.ts';
import { DECODING, findSizeProblem, readMetadata } from './picture-limits.ts';

// Several pictures are encoded in parallel, so each uses one core.
sharp.concurrency(1);

export const PICTURE_KINDS = ['poster', 'banner', 'cast'] as const;
export type PictureKind = (typeof PICTURE_KINDS)[number];

interface KindSettings {
  widths: readonly number[];
  ratio: number;
  /** The WebP file of this width has the address that is stored. */
  defaultWidth: number;
  hasAvif: boolean;
  hasShareCard: boolean;
}

const artworkSettings = (kind: 'poster' | 'banner') => ({
  widths: IMAGE_WIDTHS[kind],
  ratio: IMAGE_RATIOS[kind],
  defaultWidth: DEFAULT_WIDTH[kind],
  hasAvif: true,
});
const CAST_WIDTH = 200;
const KIND_SETTINGS: Record<PictureKind, KindSettings> = {
  poster: { ...artworkSettings('poster'), hasShareCard: false },
  banner: { ...artworkSettings('banner'), hasShareCard: true },
  cast: {
    widths: [CAST_WIDTH],
    ratio: 1,
    defaultWidth: CAST_WIDTH,
    hasAvif: false,
    hasShareCard: false,
  },
};

export interface PictureEncoding {
  avif: { quality: number; effort: number };
  webp: { quality: number; effort: number };
  /** JPEG qualities of the share card, best first. The first one below the size limit is used. */
  cardQualities: number[];
  /** Reuses an AVIF source unchanged if it already has the right size. */
  keepsSource: boolean;
}

const ENCODING: PictureEncoding = {
  avif: { quality: 55, effort: 1 },
  webp: { quality: 78, effort: 3 },
  cardQualities: [80, 70, 60, 50, 40],
  keepsSource: false,
};
const SHARE_CARD_MAX_BYTES = 120_000;

/** `poster-400.webp`: the file whose address is stored. */
export const defaultFile = (kind: PictureKind): string =>
  `${kind}-${KIND_SETTINGS[kind].defaultWidth}.webp`;
export const smallestFile = (kind: PictureKind): string =>
  `${kind}-${Math.min(...KIND_SETTINGS[kind].widths)}.webp`;

export function pictureFiles(kind: PictureKind): string[] {
  const { widths, hasAvif, hasShareCard } = KIND_SETTINGS[kind];
  const formats = hasAvif ? ['webp', 'avif'] : ['webp'];
  const pictures = widths.flatMap((width) => formats.map((format) => `${kind}-${width}.${format}`));
  return hasShareCard ? [...pictures, SHARE_CARD.file] : pictures;
}

const unreadablePictureError = (file: string, { message }: Error) =>
  new MediaError(`${file} is not a picture that can be read (${message.split('\n')[0]})`);

export interface PictureFile {
  name: string;
  data: Buffer;
}

/**
 * Enlarges pictures that are smaller than a width, because the page announces the width. Throws
 * MediaError.
 */
export async function renderPicture({
  file,
  kind,
  encoding = ENCODING,
  focus,
}: {
  file: string;
  kind: PictureKind;
  encoding?: PictureEncoding;
  focus?: FocalPoint;
}) {
  const { widths, ratio, hasAvif, hasShareCard } = KIND_SETTINGS[kind];
  const { avif, webp, cardQualities, keepsSource } = encoding;
  const largest = Math.max(...widths);
  // sharp caches by path and would miss changed content, so read the file here.
  const bytes = await readFile(file);
  const { data, info } = await cropPicture(file, bytes, { width: largest, ratio, focus });

  const files: PictureFile[] = [];
  for (const width of widths) {
    const height = Math.round(width / ratio);
    const sized = sharp(data, { raw: info }).resize(width, height);
    files.push({ name: `${kind}-${width}.webp`, data: await sized.clone().webp(webp).toBuffer() });
    if (!hasAvif) continue;
    const isReused = keepsSource && (await isAvif(bytes, width, height));
    files.push({
      name: `${kind}-${width}.avif`,
      data: isReused ? bytes : await sized.clone().avif(avif).toBuffer(),
    });
  }
  if (hasShareCard)
    files.push({
      name: SHARE_CARD.file,
      data: await renderShareCard(sharp(data, { raw: info }), cardQualities),
    });
  return files;
}

interface Crop {
  width: number;
  ratio: number;
  focus: FocalPoint | undefined;
}

/** Decodes a picture and crops it. Throws MediaError. */
async function cropPicture(file: string, bytes: Buffer, { width, ratio, focus }: Crop) {
  const reject = (error: Error) => {
    throw unreadablePictureError(file, error);
  };
  const metadata = await readMetadata(bytes).catch(reject);
  const problem = findSizeProblem(metadata);
  if (problem) throw new MediaError(`${file} ${problem}`);
  const source = sharp(bytes, DECODING).autoOrient().flatten().toColourspace('srgb');
  if (focus) source.extract(cropAround(metadata.autoOrient, ratio, focus));
  const sized = source.resize(width, Math.round(width / ratio), { fit: 'cover' });
  return sized.raw().toBuffer({ resolveWithObject: true }).catch(reject);
}

async function isAvif(bytes: Buffer, width: number, height: number): Promise<boolean> {
  const { format, compression, ...size } = await readMetadata(bytes);
  return (
    format === 'heif' && compression === 'av1' && size.width === width && size.height === height
  );
}

/**
 * JPEG, because some services that preview links cannot read newer formats. Some ignore large
 * files.
 */
async function renderShareCard(picture: Sharp, qualities: number[]): Promise<Buffer> {
  const sized = picture.resize(SHARE_CARD.width, SHARE_CARD.height, { fit: 'cover' });
  let data = Buffer.alloc(0);
  for (const quality of qualities) {
    data = await sized.clone().jpeg({ quality, mozjpeg: true }).toBuffer();
    if (data.length <= SHARE_CARD_MAX_BYTES) break;
  }
  return data;
}

/** The colour of any picture after its crop. Throws MediaError. */
export async function colourOfCrop(
  file: string,
  kind: PictureKind,
  focus?: FocalPoint,
): Promise<string> {
  const { widths, ratio } = KIND_SETTINGS[kind];
  const crop = { width: Math.min(...widths), ratio, focus };
  const { data, info } = await cropPicture(file, await readFile(file), crop);
  return dominantColour(sharp(data, { raw: info }));
}

/** The colour of a picture that `renderPicture` made. */
export const colourOfStored = async (file: string): Promise<string> =>
  dominantColour(sharp(await readFile(file), DECODING));

const dominantColour = async (picture: Sharp): Promise<string> =>
  placeholderColour((await picture.stats()).dominant);
