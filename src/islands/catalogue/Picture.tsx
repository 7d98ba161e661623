import { imageSources, type ImageKind } from '#domain/images.ts';
import { IMAGE_BASE } from './image-base.ts';

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
        {...(eager ? { fetchPriority: 'high' as const } : { loading: 'lazy' as const, decoding: 'async' as const })}
      />
    </picture>
  );
}
