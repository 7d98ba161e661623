/**
 * The widths that the import makes of every picture, in AVIF and WebP, and the addresses they get:
 * `…/poster-360.webp` stands for the whole set; its siblings differ in width and ending.
 */
export const IMAGE_WIDTHS = { poster: [200, 400, 640], banner: [640, 1080, 1600] } as const;
export const IMAGE_RATIOS = { poster: 2 / 3, banner: 16 / 9 } as const;
export type ImageKind = keyof typeof IMAGE_WIDTHS;
export const DEFAULT_WIDTH = { poster: 400, banner: 1080 } as const satisfies Record<ImageKind, number>;

/** What a shared link shows; the import makes it beside the banner's set. */
export const CARD = { file: 'card.jpg', width: 1200, height: 630 } as const;

/** Spec §9: an address that starts with https:// is used as it is, else the base image address is prepended. */
export const imageUrl = (address: string, base: string): string =>
  address.startsWith('https://') ? address : `${base.replace(/\/$/, '')}/${address.replace(/^\//, '')}`;

export interface ImageSources {
  src: string;
  width: number;
  height: number;
  /** `srcset` values; absent for a picture that did not come through our import. */
  avif?: string;
  webp?: string;
}

/** `…/poster-` of an address that our import made; undefined for a picture from elsewhere. */
const stemOf = (address: string) => /^(.*\/(?:poster|banner))-\d+\.webp$/.exec(address)?.[1];

/** The card that was made of a banner; null when the banner came from elsewhere. */
export function cardUrl(banner: string, base: string): string | null {
  const stem = stemOf(imageUrl(banner, base));
  return stem?.endsWith('/banner') ? stem.replace(/banner$/, CARD.file) : null;
}

/** Everything an `<img>`/`<picture>` needs for a picture of the catalogue. */
export function imageSources(address: string, kind: ImageKind, base: string): ImageSources {
  const src = imageUrl(address, base);
  const width = DEFAULT_WIDTH[kind];
  const size = { src, width, height: Math.round(width / IMAGE_RATIOS[kind]) };
  const stem = stemOf(src);
  if (!stem) return size;
  const set = (format: string) => IMAGE_WIDTHS[kind].map((each) => `${stem}-${each}.${format} ${each}w`).join(', ');
  return { ...size, avif: set('avif'), webp: set('webp') };
}
