/**
 * The widths that the import makes of every picture, in AVIF and WebP, and the addresses they get:
 * `…/poster-360.webp` stands for the whole set; its siblings differ in width and ending.
 */
export const IMAGE_WIDTHS = { poster: [200, 400, 640], banner: [640, 1080, 1600] } as const;
export const IMAGE_RATIOS = { poster: 2 / 3, banner: 16 / 9 } as const;
export type ImageKind = keyof typeof IMAGE_WIDTHS;
export const DEFAULT_WIDTH = { poster: 400, banner: 1080 } as const satisfies Record<ImageKind, number>;

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

/** Everything an `<img>`/`<picture>` needs for a picture of the catalogue. */
export function imageSources(address: string, kind: ImageKind, base: string): ImageSources {
  const src = imageUrl(address, base);
  const width = DEFAULT_WIDTH[kind];
  const size = { src, width, height: Math.round(width / IMAGE_RATIOS[kind]) };
  const stem = /^(.*\/(?:poster|banner))-\d+\.webp$/.exec(src)?.[1];
  if (!stem) return size;
  const set = (format: string) => IMAGE_WIDTHS[kind].map((each) => `${stem}-${each}.${format} ${each}w`).join(', ');
  return { ...size, avif: set('avif'), webp: set('webp') };
}
