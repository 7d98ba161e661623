/**
 * The import writes each picture in these widths, as AVIF and WebP. The stored URL names one of
 * them: `…/poster-400.webp`.
 */
export const IMAGE_WIDTHS = { poster: [200, 400, 640], banner: [640, 1080, 1600] } as const;
export const IMAGE_RATIOS = { poster: 2 / 3, banner: 16 / 9 } as const;
export const IMAGE_KINDS = ['poster', 'banner'] as const;
export type ImageKind = (typeof IMAGE_KINDS)[number];
export const DEFAULT_WIDTH = { poster: 400, banner: 1080 } as const satisfies Record<
  ImageKind,
  number
>;

export const SHARE_CARD = { file: 'card.jpg', width: 1200, height: 630 } as const;

/**
 * Spec §9: a URL that starts with https:// is used unchanged, like a chosen file (`blob:`);
 * otherwise the image base URL is prepended.
 */
export const imageUrl = (address: string, base: string): string =>
  /^(https:\/\/|blob:)/.test(address)
    ? address
    : `${base.replace(/\/$/, '')}/${address.replace(/^\//, '')}`;

/** Limits the decoder's memory to about 160 MB. */
export const PICTURE_MAX_MEGAPIXELS = 40;
export const PICTURE_MAX_PIXELS = PICTURE_MAX_MEGAPIXELS * 1_000_000;

interface ImageSources {
  src: string;
  width: number;
  height: number;
  /** `srcset` values; absent for a picture that the import did not write. */
  avif?: string;
  webp?: string;
}

/** `…/poster` of a picture that the import wrote; undefined for any other picture. */
const stemOf = (address: string) => /^(.*\/(?:poster|banner))-\d+\.webp$/.exec(address)?.[1];

export function shareCardUrl(banner: string, base: string): string | null {
  const stem = stemOf(imageUrl(banner, base));
  return stem?.endsWith('/banner') ? stem.replace(/banner$/, SHARE_CARD.file) : null;
}

export function imageSources(address: string, kind: ImageKind, base: string): ImageSources {
  const src = imageUrl(address, base);
  const width = DEFAULT_WIDTH[kind];
  const image = { src, width, height: Math.round(width / IMAGE_RATIOS[kind]) };
  const stem = stemOf(src);
  if (!stem) return image;
  const set = (format: string) =>
    IMAGE_WIDTHS[kind].map((each) => `${stem}-${each}.${format} ${each}w`).join(', ');
  return { ...image, avif: set('avif'), webp: set('webp') };
}
