import { rateText } from './frame-rate.ts';
import type { Size } from './ladder.ts';
import type { Source } from './probe.ts';

/**
 * All video is tagged BT.709. Untagged, players guess by size, and colours jump when the quality
 * changes.
 */
export const COLOUR_TAGS = {
  color_primaries: 'bt709',
  color_trc: 'bt709',
  colorspace: 'bt709',
  color_range: 'tv',
};

/** The output is upright, progressive, 8-bit BT.709 with square pixels. */
export const pictureFilter = (source: Source, size: Size, { isStill = false } = {}): string =>
  [
    // Only frames marked as interlaced are changed: video sources often mix interlaced and
    // progressive frames.
    source.canBeInterlaced && 'bwdif=mode=send_frame:deint=interlaced',
    // Without a start time: when the size changes, the filters start again, and would compute all
    // frames before. ffmpeg itself fills the start, because the HLS format has a constant rate.
    !isStill && `fps=${rateText(source.rate)}`,
    ...(source.isHdr ? toneMapped(source, size) : scaled(source, size)),
    'setsar=1',
    'format=yuv420p',
  ]
    .filter(Boolean)
    .join(',');

const scaled = ({ matrix }: Source, { width, height }: Size) => [
  `scale=${width}:${height}:flags=lanczos+accurate_rnd:in_color_matrix=${matrix}:out_color_matrix=bt709:out_range=tv`,
];

/** BT.2408: SDR white in HDR. Films are mastered for screens of 1000 cd/m². */
const WHITE_CD = 203;
const PEAK = 1000 / WHITE_CD;

/**
 * HDR to SDR in linear light; keeps skin tones, compresses highlights. Scales first, because fewer
 * pixels are computed.
 */
const toneMapped = ({ transfer }: Source, { width, height }: Size) => [
  `zscale=w=${width}:h=${height}:tin=${transfer}:pin=bt2020:min=bt2020nc:t=linear:npl=${WHITE_CD}`,
  'format=gbrpf32le',
  'zscale=p=bt709',
  `tonemap=mobius:param=0.3:desat=0:peak=${PEAK.toFixed(2)}`,
  'zscale=t=bt709:m=bt709:r=tv',
];
