import { numberAfter, type FindingReader } from './detect/log-reader.ts';
import { SOUND_CHECKS } from './detect/sound-checks.ts';
import { clockArgs } from './clock.ts';
import { inputArgs } from './container.ts';
import type { Source } from './probe.ts';
import type { SoundTrack } from './streams/choose-sound.ts';
import { soundArgs } from './streams/join-mono.ts';
import { type RunOptions, runFfmpeg } from './tools.ts';

export interface Loudness {
  /** LUFS; -Infinity for silence. */
  integrated: number;
  /** dBTP */
  truePeak: number;
}

// Chosen: −23 LUFS, the EBU R128 level. At −23 nearly every film needs only one gain and keeps its
// dynamics; at −16, the level of phones, most films would need compression. For speech use
// --loudness -16.
export const TARGET_LUFS = -23;
const MAX_PEAK_DB = -1;
/** Above this, gain would only amplify noise. */
const MAX_GAIN_DB = 20;
const MIN_GAIN_DB = 0.1;
/** True peaks lie between samples; the limiter finds them at four times the rate. */
const OVERSAMPLED_RATE = 192_000;
export const SAMPLE_RATE = 48_000;
const STEREO = 'aformat=channel_layouts=stereo';
// Chosen: a fifth of the time of `loudnorm`. It rounds to tenths of a decibel, which nobody hears.
const METER = 'ebur128=peak=true:framelog=verbose';

/**
 * First pass: measures the whole track in stereo, as it will be played, and lets `checks` read what
 * looks wrong.
 */
export async function measureLoudness({
  source,
  sound,
  checks,
  run,
}: {
  source: Source;
  sound: SoundTrack;
  checks: FindingReader;
  run: RunOptions;
}): Promise<Loudness> {
  const measured = { integrated: NaN, truePeak: NaN };
  const onLogLine = (line: string) => {
    checks.onLogLine(line);
    measured.integrated = readMeasured(line, 'I') ?? measured.integrated;
    measured.truePeak = readMeasured(line, 'Peak') ?? measured.truePeak;
  };
  const filter = [SOUND_CHECKS.before, STEREO, SOUND_CHECKS.after, METER].join(',');
  const output = [...soundArgs(sound, filter), '-f', 'null', '-', ...clockArgs(source)];
  await runFfmpeg([...inputArgs(source), ...output], { ...run, onLogLine });
  return { ...measured, integrated: gated(measured.integrated) };
}

/** A line of the meter's summary: `    I:         -21.8 LUFS`. */
function readMeasured(line: string, name: string): number | null {
  const text = line.trim();
  return text.startsWith(`${name}:`) ? numberAfter(text.replace(/ +/, ' '), name) : null;
}

/** The meter says −70 for sound of which no part is louder. */
const gated = (integrated: number) => (integrated > -70 ? integrated : -Infinity);

/** dB. */
export function gainFor({ integrated }: Loudness, target: number): number {
  if (!Number.isFinite(integrated)) return 0;
  const gain = Math.min(MAX_GAIN_DB, target - integrated);
  return Math.abs(gain) < MIN_GAIN_DB ? 0 : gain;
}

/** Second pass: one gain for the whole track, and a limiter only if the peaks would clip. */
export function loudnessFilter(measured: Loudness, target: number): string {
  const gain = gainFor(measured, target);
  const needsLimiter = measured.truePeak + gain > MAX_PEAK_DB;
  const limit = (10 ** (MAX_PEAK_DB / 20)).toFixed(4);
  return [
    // Fills late starts and gaps, so that the audio stays in sync.
    `aresample=${needsLimiter ? OVERSAMPLED_RATE : SAMPLE_RATE}:async=1:first_pts=0`,
    STEREO,
    gain ? `volume=${gain.toFixed(2)}dB` : null,
    needsLimiter
      ? `alimiter=limit=${limit}:level=false:latency=true,aresample=${SAMPLE_RATE}`
      : null,
  ]
    .filter((filter) => filter !== null)
    .join(',');
}
