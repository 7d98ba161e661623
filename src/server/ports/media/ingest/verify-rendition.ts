import { basename } from 'node:path';
import { MediaError } from '../errors.ts';
import { ownPlaylistArgs } from './container.ts';
import { readToolLines, type RunOptions } from './tools.ts';

/** What an encoded rendition must be. `framesPerSecond` counts pictures or AAC frames. */
export interface ExpectedRendition {
  film: string;
  name: string;
  seconds: number;
  framesPerSecond: number;
  /** Seconds by which the end may differ. */
  endTolerance: number;
}

/** What the packets of a rendition show. Times are seconds. */
interface MeasuredRendition {
  first: number;
  end: number;
  frameCount: number;
}

/**
 * A decoder may lose the frames after the last key frame of a recording. An encoder that stopped
 * early loses more.
 */
export const SOURCE_TOLERANCE = 1;
export const AAC_FRAME_SAMPLES = 1024;
/** Two frames of AAC: the encoder fills the last one, and a player's buffer hides both. */
export const SOUND_TOLERANCE = 0.05;
/** A rounded time stamp at the start and one at the end. */
const MAX_UNEVEN_FRAMES = 2;
/**
 * The first frame starts within one frame, so picture and sound are at most 42 ms + 21 ms apart
 * (EBU R 37: 60 ms).
 */
const MAX_LATE_FRAMES = 1;
/** A playlist rounds each segment. */
const PLAYLIST_TOLERANCE = 0.1;

/**
 * Reads the packets of our own segments in `clear/`, without decoding. Throws MediaError with the
 * figure that is wrong.
 */
export async function verifyRendition(
  expected: ExpectedRendition,
  playlistSeconds: number,
  run: RunOptions,
): Promise<void> {
  const measured = await measureRendition(expected, run);
  const problem = findProblem(expected, measured, playlistSeconds);
  if (!problem) return;
  throw new MediaError(
    `${basename(expected.film)} was not encoded right: ${expected.name} ${problem}. Run the command again; if this repeats, export the film again`,
  );
}

async function measureRendition(
  { name, framesPerSecond }: ExpectedRendition,
  run: RunOptions,
): Promise<MeasuredRendition> {
  const shown = { first: Infinity, end: 0 };
  const measured = { first: Infinity, end: 0, frameCount: 0 };
  const entries = ['-show_entries', 'packet=pts_time,dts_time,duration_time', '-of', 'csv=p=0'];
  const args = [...entries, ...ownPlaylistArgs(`clear/${name}/index.m3u8`)];
  await readToolLines({
    tool: 'ffprobe',
    args,
    options: run,
    onLine: (line) => {
      const [at = NaN, decodedAt = NaN, duration = NaN] = line.split(',').map(Number);
      if (Number.isNaN(at)) return;
      shown.first = Math.min(shown.first, at);
      shown.end = Math.max(shown.end, at + (duration || 1 / framesPerSecond));
      measured.first = Math.min(measured.first, decodedAt);
      measured.frameCount += 1;
    },
  });
  // The first frame is shown when it is decoded (`negative_cts_offsets`); ffprobe shows all frames
  // later by the reordering of B-frames.
  measured.end = measured.first + shown.end - shown.first;
  return measured;
}

/** Undefined if the rendition is as expected. */
export function findProblem(
  { seconds, framesPerSecond, endTolerance }: ExpectedRendition,
  { first, end, frameCount }: MeasuredRendition,
  playlistSeconds: number,
): string | undefined {
  const frame = 1 / framesPerSecond;
  const length = end - first;
  if (frameCount === 0) return 'has no frames';
  if (Math.abs(first) > MAX_LATE_FRAMES * frame + 0.001)
    return `starts at ${round(first)} s instead of 0 s`;
  if (Math.abs(end - seconds) > endTolerance + frame)
    return `ends at ${round(end)} s instead of ${round(seconds)} s`;
  if (Math.abs(frameCount * frame - length) > MAX_UNEVEN_FRAMES * frame)
    return `has ${frameCount} frames in ${round(length)} s instead of ${Math.round(length * framesPerSecond)}`;
  if (Math.abs(playlistSeconds - length) > PLAYLIST_TOLERANCE)
    return `has segments of ${round(playlistSeconds)} s for frames of ${round(length)} s`;
  return undefined;
}

const round = (seconds: number) => Math.round(seconds * 1000) / 1000;
