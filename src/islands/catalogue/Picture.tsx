import { imageSources, type ImageKind } from '#domain/images.ts';
import { IMAGE_BASE } from './image-base.ts';

/**
 * A banner on a phone is cut to a high box, so it is drawn much wider than the screen. With 430 px,
 * phones with two pixels in a CSS pixel load the picture of 1080 px instead of 640; 750 px would
 * load the one of 1600 px, which has twice the bytes.
 */
export const HERO_SIZES = '(width < 430px) 430px, 100vw';

interface PictureProps {
  address: string | null;
  kind: ImageKind;
  sizes: string;
  alt?: string;
  /** The largest picture above the fold. */
  eager?: boolean;
}

/** A catalogue picture in all imported formats and widths. */
export function Picture({ address, kind, sizes, alt = '', eager = false }: PictureProps) {
  if (!address) return null;
  const { src, width, height, avif, webp } = imageSources(address, kind, IMAGE_BASE);
  return (
    <picture>
      {avif && <source type="image/avif" srcSet={avif} sizes={sizes} />}
      {webp && <source type="image/webp" srcSet={webp} sizes={sizes} />}
      <img
        {...{ src, width, height }}
        alt={alt}
        {...(eager
          ? { fetchPriority: 'high' as const }
          : { loading: 'lazy' as const, decoding: 'async' as const })}
      />
    </picture>
  );
}
