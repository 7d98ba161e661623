import type { Rung } from './ladder.ts';
import { loudnessFilter, measureLoudness, SAMPLE_RATE } from './loudness.ts';
import { COLOUR_TAGS, pictureFilter } from './picture.ts';
import type { Source } from './probe.ts';
import type { Settings } from './settings.ts';
import { flags, inputArgs, type RunOptions, runFfmpeg } from './tools.ts';
import type { Sound } from './tracks.ts';
import type { Work } from './work.ts';

export const SEGMENT_SECONDS = 4;

type Tell = (fraction: number) => void;

/** One picture size of the film, in `clear/{name}`. */
export const encodePicture = (work: Work, source: Source, rung: Rung, settings: Settings, tell: Tell) =>
  work.attempt(rung.name, (folder, run) =>
    runFfmpeg(
      [
        ...inputArgs(source.file),
        ...flags({ map: `0:${source.index}`, vf: pictureFilter(source, rung) }),
        ...videoArgs(rung, settings),
        ...hlsArgs(folder),
      ],
      { ...run, onSeconds: (seconds) => tell(seconds / source.seconds) },
    ),
  );

/** One language of the film's sound, exactly as long as its picture; silence where there is none. */
export const encodeSound = (work: Work, source: Source, track: NamedSound, settings: Settings, tell: Tell) =>
  work.attempt(track.name, async (folder, run) => {
    const { input, filter } = await soundInput(source, track, settings, run, (part) => tell(part / 2));
    const length = ['-t', String(track.seconds)];
    await runFfmpeg([...input, '-af', `${filter},apad`, ...length, ...audioArgs(settings), ...hlsArgs(folder)], {
      ...run,
      onSeconds: (seconds) => tell(0.5 + seconds / track.seconds / 2),
    });
  });

export interface NamedSound extends Pick<Sound, 'language'> {
  name: string;
  /** Of the source; null for a silent film. */
  index: number | null;
  seconds: number;
}

// A silent film gets a silent track: every package then has the same shape.
const SILENCE = ['-f', 'lavfi', '-i', `anullsrc=r=${SAMPLE_RATE}:cl=stereo`];

async function soundInput(source: Source, { index }: NamedSound, { loudness }: Settings, run: RunOptions, tell: Tell) {
  if (index === null) return { input: SILENCE, filter: 'anull' };
  const onSeconds = (seconds: number) => tell(seconds / source.seconds);
  const measured = await measureLoudness(source.file, index, { ...run, onSeconds });
  const input = [...inputArgs(source.file), '-map', `0:${index}`];
  return { input, filter: loudnessFilter(measured, loudness) };
}

const videoArgs = ({ maxKbps, coarser }: Rung, { crf, preset, tune }: Settings): string[] =>
  flags({
    'c:v': 'libx264',
    preset,
    ...(tune && { tune }),
    crf: crf + coarser,
    maxrate: `${maxKbps}k`,
    bufsize: `${maxKbps * 2}k`,
    'profile:v': 'high',
    pix_fmt: 'yuv420p',
    refs: 4,
    ...COLOUR_TAGS,
    sc_threshold: 0,
    g: 600,
    // By time and not by frame count, so that the renditions cut at the same frames whatever the rate.
    force_key_frames: `expr:gte(t,n_forced*${SEGMENT_SECONDS})`,
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
    // Some players obey edit lists and some do not; picture times that begin at 0 need none, so sound and picture agree in both.
    hls_segment_options: 'movflags=+negative_cts_offsets:use_editlist=0',
    hls_fmp4_init_filename: 'init.mp4',
    hls_segment_filename: `${folder}/%05d.m4s`,
  }),
  `${folder}/index.m3u8`,
];
