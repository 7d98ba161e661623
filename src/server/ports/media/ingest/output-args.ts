import type { Rung } from './ladder.ts';
import { COLOUR_TAGS } from './picture.ts';
import type { Source } from './probe.ts';
import type { Settings } from './settings.ts';
import { flags } from './tools.ts';

export const SEGMENT_SECONDS = 4;

export const h264Args = ({ maxKbps, crfOffset }: Rung, { crf, preset, tune }: Settings): string[] =>
  flags({
    'c:v': 'libx264',
    preset,
    tune: tune || undefined,
    crf: crf + crfOffset,
    maxrate: `${maxKbps}k`,
    bufsize: `${maxKbps * 2}k`,
    'profile:v': 'high',
    pix_fmt: 'yuv420p',
    refs: 4,
    ...COLOUR_TAGS,
    sc_threshold: 0,
    g: 600,
    // By time, not by frame count, so that all H.264 renditions cut at the same frames at any frame
    // rate.
    force_key_frames: `expr:gte(t,n_forced*${SEGMENT_SECONDS})`,
  });

/** CRF 35 of SVT-AV1 looks like CRF 22 of x264. One step of x264 is about 1.3 steps of SVT-AV1. */
const AV1_CRF = 35;
const X264_CRF = 22;
const AV1_CRF_STEP = 1.3;
/** 0 (slowest) to 13. Chosen: 8 encodes about as fast as x264's medium. */
const AV1_PRESETS: Record<string, number> = { slow: 6, slower: 5, veryslow: 4 };
const AV1_PRESET = 8;

/**
 * Segments start at key frames. SVT-AV1 takes their distance in frames, so its segments may differ
 * from H.264's by a frame.
 */
export const av1Args = (
  { rate }: Source,
  { maxKbps, crfOffset }: Rung,
  { crf, preset }: Settings,
): string[] =>
  flags({
    'c:v': 'libsvtav1',
    preset: AV1_PRESETS[preset] ?? AV1_PRESET,
    crf: Math.min(
      63,
      Math.max(1, Math.round(AV1_CRF + (crf + crfOffset - X264_CRF) * AV1_CRF_STEP)),
    ),
    maxrate: `${maxKbps}k`,
    bufsize: `${maxKbps * 2}k`,
    pix_fmt: 'yuv420p',
    ...COLOUR_TAGS,
    g: Math.round((SEGMENT_SECONDS * rate.frames) / rate.seconds),
  });

export const audioArgs = ({ audioKbps }: Settings): string[] =>
  flags({ 'c:a': 'aac', 'b:a': `${audioKbps}k`, ac: 2 });

export const hlsArgs = (folder: string): string[] => [
  ...flags({
    map_metadata: -1,
    map_chapters: -1,
    fflags: '+bitexact',
    f: 'hls',
    hls_time: SEGMENT_SECONDS,
    hls_playlist_type: 'vod',
    hls_segment_type: 'fmp4',
    // Not all players support edit lists. Video timestamps start at 0, so audio and video stay in
    // sync without them.
    hls_segment_options: 'movflags=+negative_cts_offsets:use_editlist=0',
    hls_fmp4_init_filename: 'init.mp4',
    hls_segment_filename: `${folder}/%05d.m4s`,
  }),
  `${folder}/index.m3u8`,
];
