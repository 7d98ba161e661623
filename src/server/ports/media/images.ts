import { readFile } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import { gelOf } from '#domain/gel.ts';
import { CARD, DEFAULT_WIDTH, IMAGE_RATIOS, IMAGE_WIDTHS } from '#domain/images.ts';
import { MediaError } from './errors.ts';

// Several pictures are made side by side, so each keeps to one core.
sharp.concurrency(1);

export const PICTURE_KINDS = ['poster', 'banner', 'cast'] as const;
export type PictureKind = (typeof PICTURE_KINDS)[number];

interface Shape {
  widths: readonly number[];
  ratio: number;
  /** The width whose WebP stands for the set. */
  shown: number;
  hasAvif: boolean;
  /** Whether a card for shared links is made of it too. */
  hasCard: boolean;
}

const CAST_WIDTH = 200;
const SHAPES: Record<PictureKind, Shape> = {
  poster: {
    widths: IMAGE_WIDTHS.poster,
    ratio: IMAGE_RATIOS.poster,
    shown: DEFAULT_WIDTH.poster,
    hasAvif: true,
    hasCard: false,
  },
  banner: {
    widths: IMAGE_WIDTHS.banner,
    ratio: IMAGE_RATIOS.banner,
    shown: DEFAULT_WIDTH.banner,
    hasAvif: true,
    hasCard: true,
  },
  cast: { widths: [CAST_WIDTH], ratio: 1, shown: CAST_WIDTH, hasAvif: false, hasCard: false },
};

export interface PictureEncoding {
  avif: { quality: number; effort: number };
  webp: { quality: number; effort: number };
  /** JPEG qualities for the card, best first; the first that is light enough is taken. */
  cardQualities: number[];
  /** Takes an AVIF source over unchanged for the width that it already has. */
  keepsSource: boolean;
}

const ENCODING: PictureEncoding = {
  avif: { quality: 55, effort: 1 },
  webp: { quality: 78, effort: 3 },
  cardQualities: [80, 70, 60, 50, 40],
  keepsSource: false,
};
const CARD_MOST_BYTES = 120_000;

/** `poster-400.webp`: the file whose address is stored. */
export const shownFile = (kind: PictureKind): string => `${kind}-${SHAPES[kind].shown}.webp`;
/** The smallest of the set, enough to tell its colour. */
export const smallFile = (kind: PictureKind): string => `${kind}-${Math.min(...SHAPES[kind].widths)}.webp`;

/** The names of a whole set. */
export function pictureFiles(kind: PictureKind): string[] {
  const { widths, hasAvif, hasCard } = SHAPES[kind];
  const formats = hasAvif ? ['webp', 'avif'] : ['webp'];
  return [
    ...widths.flatMap((width) => formats.map((format) => `${kind}-${width}.${format}`)),
    ...(hasCard ? [CARD.file] : []),
  ];
}

export const notAPicture = (file: string, { message }: Error) =>
  new MediaError(`${file} is not a picture that can be read (${message.split('\n')[0]})`);

export interface PictureFile {
  name: string;
  data: Buffer;
}

/**
 * A picture cropped to its kind's ratio, in every width and format of the kind. A picture smaller than a width is
 * enlarged to it: the width is what the page announces. Throws MediaError.
 */
export async function renderPicture(
  file: string,
  kind: PictureKind,
  encoding: PictureEncoding = ENCODING,
): Promise<PictureFile[]> {
  const { widths, ratio, hasAvif, hasCard } = SHAPES[kind];
  const { avif, webp, cardQualities, keepsSource } = encoding;
  const largest = Math.max(...widths);
  // Read here and not by sharp, which remembers a path and would miss that its content changed.
  const bytes = await readFile(file);
  const source = sharp(bytes).autoOrient().flatten().toColourspace('srgb');
  const cropped = source.resize(largest, Math.round(largest / ratio), { fit: 'cover' }).raw();
  const { data, info } = await cropped.toBuffer({ resolveWithObject: true }).catch((error: Error) => {
    throw notAPicture(file, error);
  });

  const files: PictureFile[] = [];
  for (const width of widths) {
    const height = Math.round(width / ratio);
    const sized = sharp(data, { raw: info }).resize(width, height);
    files.push({ name: `${kind}-${width}.webp`, data: await sized.clone().webp(webp).toBuffer() });
    if (!hasAvif) continue;
    const isKept = keepsSource && (await isAvif(bytes, width, height));
    files.push({ name: `${kind}-${width}.avif`, data: isKept ? bytes : await sized.clone().avif(avif).toBuffer() });
  }
  if (hasCard) files.push({ name: CARD.file, data: await card(sharp(data, { raw: info }), cardQualities) });
  return files;
}

async function isAvif(bytes: Buffer, width: number, height: number): Promise<boolean> {
  const { format, compression, ...size } = await sharp(bytes).metadata();
  return format === 'heif' && compression === 'av1' && size.width === width && size.height === height;
}

/** JPEG, since not every service that shows a link reads newer formats; some of them leave a heavy picture out. */
async function card(picture: Sharp, qualities: number[]): Promise<Buffer> {
  const sized = picture.resize(CARD.width, CARD.height, { fit: 'cover' });
  let data = Buffer.alloc(0);
  for (const quality of qualities) {
    data = await sized.clone().jpeg({ quality, mozjpeg: true }).toBuffer();
    if (data.length <= CARD_MOST_BYTES) break;
  }
  return data;
}

/** The colour that stands in a picture's place until it comes. */
export async function pictureGel(file: string): Promise<string> {
  const { dominant } = await sharp(await readFile(file)).stats();
  return gelOf(dominant);
}
