import { clockArgs } from './clock.ts';
import { inputArgs } from './container.ts';
import type { Rung } from './ladder.ts';
import { loudnessFilter, measureLoudness, SAMPLE_RATE } from './loudness.ts';
import { COLOUR_TAGS, pictureFilter } from './picture.ts';
import type { Source } from './probe.ts';
import type { Settings } from './settings.ts';
import { heldSeconds, type Timeline } from './timeline.ts';
import { flags, type RunOptions, runFfmpeg } from './tools.ts';
import { soundArgs } from './streams/join-mono.ts';
import type { NamedSound } from './streams/name-sound.ts';
import type { WorkFolder } from './work-folder.ts';

export const SEGMENT_SECONDS = 4;

type ReportFraction = (fraction: number) => void;

export interface EncodingJob {
  work: WorkFolder;
  source: Source;
  timeline: Timeline;
  settings: Settings;
}

export const encodeVideo = (
  { work, source, timeline, settings }: EncodingJob,
  rung: Rung,
  reportFraction: ReportFraction,
) =>
  work.attempt(rung.name, (folder, run) =>
    runFfmpeg(
      [
        ...inputArgs(source),
        ...flags({ map: `0:${source.index}`, vf: filmFilter(source, timeline, rung), fps_mode: 'cfr' }),
        ...(rung.codec === 'av1' ? av1Args(source, rung, settings) : h264Args(rung, settings)),
        ...hlsArgs(folder),
        ...clockArgs(source),
      ],
      { ...run, onPosition: (seconds) => reportFraction(seconds / timeline.seconds) },
    ),
  );

/** Holds the last picture until the sound ends. */
function filmFilter(source: Source, { picture, sound }: Timeline, rung: Rung): string {
  const held = heldSeconds(picture, sound);
  const filter = pictureFilter(source, rung);
  return held > 0 ? `${filter},tpad=stop_mode=clone:stop_duration=${held.toFixed(3)}` : filter;
}

/** Encodes one audio track, exactly as long as the video; silence if the film has no sound. */
export const encodeAudio = (
  { work, source, timeline, settings }: EncodingJob,
  track: AudioTrack,
  reportFraction: ReportFraction,
) =>
  work.attempt(track.name, async (folder, run) => {
    const filter = await soundFilter({ source, timeline, settings }, track, run, (part) => reportFraction(part / 2));
    const onPosition = (seconds: number) => reportFraction(0.5 + seconds / track.seconds / 2);
    const input = soundInput(source, track, `${filter},apad,${cutFilter(track.seconds)}`);
    await runFfmpeg([...input.args, ...audioArgs(settings), ...hlsArgs(folder), ...input.clock], {
      ...run,
      onPosition,
    });
  });

/** Samples that ffmpeg's AAC encoder puts before the sound. */
const ENCODER_DELAY = 1024;

/** Ends the sound with the picture. The first samples make room for the encoder's, so that the sound is not 21 ms late. */
const cutFilter = (seconds: number) => `atrim=start_sample=${ENCODER_DELAY}:end=${seconds}`;

export interface AudioTrack extends NamedSound {
  seconds: number;
}

// A silent film gets a silent track, so that every package has the same structure.
const SILENCE = ['-f', 'lavfi', '-i', `anullsrc=r=${SAMPLE_RATE}:cl=stereo`];

const soundInput = (source: Source, { sound }: AudioTrack, filter: string) =>
  sound === null
    ? { args: [...SILENCE, '-af', filter], clock: [] }
    : { args: [...inputArgs(source), ...soundArgs(sound, filter)], clock: clockArgs(source) };

async function soundFilter(
  { source, timeline, settings }: Omit<EncodingJob, 'work'>,
  { sound }: AudioTrack,
  run: RunOptions,
  reportFraction: ReportFraction,
) {
  if (sound === null) return 'anull';
  const onPosition = (seconds: number) => reportFraction(seconds / timeline.seconds);
  return loudnessFilter(await measureLoudness(source, sound, { ...run, onPosition }), settings.loudness);
}

const h264Args = ({ maxKbps, crfOffset }: Rung, { crf, preset, tune }: Settings): string[] =>
  flags({
    'c:v': 'libx264',
    preset,
    ...(tune && { tune }),
    crf: crf + crfOffset,
    maxrate: `${maxKbps}k`,
    bufsize: `${maxKbps * 2}k`,
    'profile:v': 'high',
    pix_fmt: 'yuv420p',
    refs: 4,
    ...COLOUR_TAGS,
    sc_threshold: 0,
    g: 600,
    // By time, not by frame count, so that all H.264 renditions cut at the same frames at any frame rate.
    force_key_frames: `expr:gte(t,n_forced*${SEGMENT_SECONDS})`,
  });

/** CRF 35 of SVT-AV1 looks like CRF 22 of x264. One step of x264 is about 1.3 steps of SVT-AV1. */
const AV1_CRF = 35;
const X264_CRF = 22;
const AV1_CRF_STEP = 1.3;
/** 0 (slowest) to 13. Chosen: 8 encodes about as fast as x264's medium. */
const AV1_PRESETS: Record<string, number> = { slow: 6, slower: 5, veryslow: 4 };
const AV1_PRESET = 8;

/** Segments start at key frames. SVT-AV1 takes their distance in frames, so its segments may differ from H.264's by a frame. */
const av1Args = ({ rate }: Source, { maxKbps, crfOffset }: Rung, { crf, preset }: Settings): string[] =>
  flags({
    'c:v': 'libsvtav1',
    preset: AV1_PRESETS[preset] ?? AV1_PRESET,
    crf: Math.min(63, Math.max(1, Math.round(AV1_CRF + (crf + crfOffset - X264_CRF) * AV1_CRF_STEP))),
    maxrate: `${maxKbps}k`,
    bufsize: `${maxKbps * 2}k`,
    pix_fmt: 'yuv420p',
    ...COLOUR_TAGS,
    g: Math.round((SEGMENT_SECONDS * rate.frames) / rate.seconds),
  });

const audioArgs = ({ audioKbps }: Settings): string[] => flags({ 'c:a': 'aac', 'b:a': `${audioKbps}k`, ac: 2 });

const hlsArgs = (folder: string): string[] => [
  ...flags({
    map_metadata: -1,
    map_chapters: -1,
    fflags: '+bitexact',
    f: 'hls',
    hls_time: SEGMENT_SECONDS,
    hls_playlist_type: 'vod',
    hls_segment_type: 'fmp4',
    // Not all players support edit lists. Video timestamps start at 0, so audio and video stay in sync without them.
    hls_segment_options: 'movflags=+negative_cts_offsets:use_editlist=0',
    hls_fmp4_init_filename: 'init.mp4',
    hls_segment_filename: `${folder}/%05d.m4s`,
  }),
  `${folder}/index.m3u8`,
];
