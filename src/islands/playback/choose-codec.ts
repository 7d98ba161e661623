import { keepVariants, type Variant, variantsOf } from '#domain/playlist-variants.ts';

const isAv1 = ({ codecs }: Variant) => codecs.startsWith('av01');
const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };

/**
 * Leaves one video codec in a master playlist: AV1 if this browser decodes it smoothly, and in hardware or to save data; else H.264.
 * A change of the codec during a film would stop the picture.
 */
export async function chooseCodec(master: string): Promise<string> {
  const largest = variantsOf(master)
    .filter(isAv1)
    .toSorted((a, b) => b.height - a.height)[0];
  if (!largest) return master;
  const usesAv1 = await decodesWell(largest);
  return keepVariants(master, (variant) => isAv1(variant) === usesAv1);
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
