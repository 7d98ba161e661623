import { clockArgs } from './clock.ts';
import { inputArgs } from './container.ts';
import { createDamageCounter, type Damage } from './damage.ts';
import type { FindingReader } from './detect/log-reader.ts';
import { withPictureChecks } from './detect/picture-checks.ts';
import type { Rung } from './ladder.ts';
import { type Loudness, loudnessFilter, measureLoudness, SAMPLE_RATE } from './loudness.ts';
import { audioArgs, av1Args, h264Args, hlsArgs } from './output-args.ts';
import { pictureFilter } from './picture.ts';
import type { Source } from './probe.ts';
import type { Settings } from './settings.ts';
import { heldSeconds, type Timeline } from './timeline.ts';
import { flags, type RunOptions, runFfmpeg } from './tools.ts';
import { soundArgs } from './streams/join-mono.ts';
import type { NamedSound } from './streams/name-sound.ts';
import type { WorkFolder } from './work-folder.ts';

export type ReportFraction = (fraction: number) => void;

export interface EncodingJob {
  work: WorkFolder;
  source: Source;
  timeline: Timeline;
  settings: Settings;
}

/** What was noticed while a rendition was encoded. */
export interface Encoded {
  damage: Damage;
  /** Of the source; null for a picture and for the silence of a film without sound. */
  loudness: Loudness | null;
}

/** Encodes one size. `checks` reads what looks wrong in the picture. */
export async function encodeVideo(
  { work, source, timeline, settings }: EncodingJob,
  {
    rung,
    checks,
    reportFraction,
  }: { rung: Rung; checks: FindingReader | null; reportFraction: ReportFraction },
): Promise<Encoded> {
  const counter = createDamageCounter('picture');
  const onPosition = (seconds: number) => {
    counter.setPosition(seconds);
    reportFraction(seconds / timeline.seconds);
  };
  const filter = filmFilter(source, timeline, rung);
  const vf = checks ? withPictureChecks(filter) : filter;
  const output = [
    ...flags({ map: `0:${source.index}`, vf }),
    ...(rung.codec === 'av1' ? av1Args(source, rung, settings) : h264Args(rung, settings)),
  ];
  await work.attempt(rung.name, (folder, run) =>
    runFfmpeg([...inputArgs(source), ...output, ...hlsArgs(folder), ...clockArgs(source)], {
      ...run,
      onPosition,
      onErrorLine: counter.readErrorLine,
      onLogLine: checks?.onLogLine,
    }),
  );
  return { damage: counter.damage, loudness: null };
}

/** Holds the last picture until the sound ends. */
function filmFilter(source: Source, { picture, sound }: Timeline, rung: Rung): string {
  const held = heldSeconds(picture, sound);
  const filter = pictureFilter(source, rung);
  return held > 0 ? `${filter},tpad=stop_mode=clone:stop_duration=${held.toFixed(3)}` : filter;
}

/** Encodes one audio track, exactly as long as the video; silence if the film has no sound. */
export async function encodeAudio(
  { work, source, timeline, settings }: EncodingJob,
  {
    track,
    checks,
    reportFraction,
  }: { track: AudioTrack; checks: FindingReader | null; reportFraction: ReportFraction },
): Promise<Encoded> {
  const counter = createDamageCounter('sound');
  const onPosition = (seconds: number) => {
    counter.setPosition(seconds);
    reportFraction(0.5 + seconds / track.seconds / 2);
  };
  const loudness = await work.attempt(track.name, async (folder, run) => {
    const onMeasured = (seconds: number) => reportFraction(seconds / timeline.seconds / 2);
    const measured = await soundLoudness(source, {
      audioTrack: track,
      checks,
      run: { ...run, onPosition: onMeasured },
    });
    const filter = measured ? loudnessFilter(measured, settings.loudness) : 'anull';
    const input = soundInput(source, track, `${filter},apad,${cutFilter(track.seconds)}`);
    await runFfmpeg([...input.args, ...audioArgs(settings), ...hlsArgs(folder), ...input.clock], {
      ...run,
      onPosition,
      onErrorLine: counter.readErrorLine,
    });
    return measured;
  });
  return { damage: counter.damage, loudness };
}

/** Samples that ffmpeg's AAC encoder puts before the sound. */
const ENCODER_DELAY = 1024;

/**
 * Ends the sound with the picture. The first samples make room for the encoder's, so that the sound
 * is not 21 ms late.
 */
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

const soundLoudness = async (
  source: Source,
  {
    audioTrack: { sound },
    checks,
    run,
  }: { audioTrack: AudioTrack; checks: FindingReader | null; run: RunOptions },
): Promise<Loudness | null> =>
  sound && checks ? measureLoudness({ source, sound, checks, run }) : null;
