import { inputArgs, type RunOptions, runFfmpeg } from './tools.ts';

/** What EBU R128 measures of a whole track. */
export interface Loudness {
  /** LUFS; -Infinity for silence. */
  integrated: number;
  /** dBTP */
  truePeak: number;
}

// Chosen: −23 LUFS, the level of EBU R128. A film's quiet and loud belong to it: at −23 nearly every film gets there by one gain from
// beginning to end, at the −16 of phones most would have to be compressed. Whoever shows talk rather than films says --loudness -16.
export const TARGET_LUFS = -23;
const MOST_PEAK_DB = -1;
/** What is this quiet is noise; more gain would only make it heard. */
const MOST_GAIN_DB = 20;
const SMALLEST_CORRECTION_DB = 0.1;
/** A true peak lies between samples; the limiter sees it at four times the rate. */
const OVERSAMPLED = 192_000;
export const SAMPLE_RATE = 48_000;
const STEREO = 'aformat=channel_layouts=stereo';

/** The first pass: hears the whole track, as stereo, for that is how it will be heard. */
export async function measureLoudness(file: string, stream: number, run: RunOptions): Promise<Loudness> {
  const filter = `${STEREO},loudnorm=print_format=json`;
  const args = ['-loglevel', 'info', ...inputArgs(file), '-map', `0:${stream}`, '-af', filter, '-f', 'null', '-'];
  return readMeasured(await runFfmpeg(args, run));
}

function readMeasured(log: string): Loudness {
  const number = (name: string) =>
    Number(new RegExp(`"${name}"\\s*:\\s*"([^"]+)"`).exec(log)?.[1]?.replace('inf', 'Infinity'));
  return { integrated: number('input_i'), truePeak: number('input_tp') };
}

/** dB that bring a track to the target. */
export function gainFor({ integrated }: Loudness, target: number): number {
  if (!Number.isFinite(integrated)) return 0;
  const gain = Math.min(MOST_GAIN_DB, target - integrated);
  return Math.abs(gain) < SMALLEST_CORRECTION_DB ? 0 : gain;
}

/** The second pass: one gain for the whole track; a limiter only where its peaks would leave the scale. */
export function loudnessFilter(measured: Loudness, target: number): string {
  const gain = gainFor(measured, target);
  const isOver = measured.truePeak + gain > MOST_PEAK_DB;
  const limit = (10 ** (MOST_PEAK_DB / 20)).toFixed(4);
  return [
    // Sound that begins late or has gaps keeps its place.
    `aresample=${isOver ? OVERSAMPLED : SAMPLE_RATE}:async=1:first_pts=0`,
    STEREO,
    ...(gain ? [`volume=${gain.toFixed(2)}dB`] : []),
    ...(isOver ? [`alimiter=limit=${limit}:level=false:latency=true`, `aresample=${SAMPLE_RATE}`] : []),
  ].join(',');
}
