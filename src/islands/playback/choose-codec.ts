import { isAv1 } from '#domain/downloads.ts';
import { keepVariants, type Variant, variantsOf } from '#domain/playlist-variants.ts';

const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };

/**
 * Leaves one video codec in a master playlist: AV1 if this browser decodes it smoothly, and in
 * hardware or to save data; else H.264. A change of the codec during a film would stop the picture,
 * so a downloaded film keeps its codec.
 */
export async function chooseCodec(
  master: string,
  downloaded?: { codecs: string },
): Promise<string> {
  const variants = variantsOf(master);
  const usesAv1 = downloaded ? isAv1(downloaded) : await prefersAv1(variants);
  return variants.some(isAv1)
    ? keepVariants(master, (variant) => isAv1(variant) === usesAv1)
    : master;
}

/** Asks for the largest picture. */
export async function prefersAv1(variants: Variant[]): Promise<boolean> {
  const largest = variants.filter(isAv1).toSorted((a, b) => b.height - a.height)[0];
  return largest !== undefined && decodesWell(largest);
}

async function decodesWell({ codecs, width, height, bandwidth }: Variant): Promise<boolean> {
  const contentType = `video/mp4; codecs="${codecs.split(',')[0]}"`;
  const decoding = await navigator.mediaCapabilities
    ?.decodingInfo({
      type: 'media-source',
      video: { contentType, width, height, bitrate: bandwidth, framerate: 30 },
    })
    .catch(() => null);
  if (!decoding?.supported || !decoding.smooth) return false;
  return decoding.powerEfficient || connection?.saveData === true;
}
