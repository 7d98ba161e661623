import type { Finding } from '../findings.ts';
import type { SoundTrack } from '../streams/choose-sound.ts';
import { readChannelLevels } from './channel-levels.ts';
import { type FindingReader, numberAfter } from './log-reader.ts';
import { collectParts } from './parts.ts';

// Chosen: even silent scenes have noise of the room; twenty seconds without any are a hole.
const SILENCE = 'silencedetect=n=-80dB:d=20';
const LEVELS =
  'astats=measure_overall=none:measure_perchannel=Peak_level+Flat_factor+Peak_count+RMS_level';
// Chosen: music and effects invert the phase for moments, a wrong cable for the whole film.
const PHASE = 'aphasemeter=video=0:phasing=1:duration=10';

/** Before and after a filter that makes stereo. Both let the sound through. */
export const SOUND_CHECKS = { before: `${LEVELS},${SILENCE}`, after: PHASE };

/** `channelCount`: of the source. Mono has equal channels after it became stereo. */
export function readSoundChecks(
  { indexes: streams }: SoundTrack,
  channelCount: number,
): FindingReader {
  const levels = readChannelLevels(streams);
  const silence = readSilence(streams);
  const phases =
    channelCount === 2 ? [readPhase(streams, 'out_phase'), readPhase(streams, 'mono')] : [];
  const readers = [levels, silence, ...phases];
  return {
    onLogLine: (line) => readers.forEach((reader) => reader.onLogLine(line)),
    findings(film) {
      // A silent track has equal channels.
      const heard = levels.isSilent() ? [silence] : readers;
      return heard.flatMap((reader) => reader.findings(film));
    },
  };
}

function readSilence(streams: number[]): FindingReader {
  const found = collectParts();
  let start: number | null = null;
  return {
    onLogLine(line) {
      start = numberAfter(line, 'silence_start') ?? start;
      const end = numberAfter(line, 'silence_end');
      if (end === null || start === null) return;
      found.add(start, end);
      start = null;
    },
    findings({ seconds }): Finding[] {
      if (start !== null) found.add(start, seconds);
      start = null;
      return found.parts.count > 0
        ? [{ code: 'silent-parts', values: { streams, ...found.parts } }]
        : [];
    },
  };
}

/** Of the film that has this phase. */
const MIN_SHARE = { out_phase: 0.5, mono: 0.95 };

function readPhase(streams: number[], kind: keyof typeof MIN_SHARE): FindingReader {
  let start: number | null = null;
  let total = 0;
  return {
    onLogLine(line) {
      start = numberAfter(line, `${kind}_start`) ?? start;
      const end = numberAfter(line, `${kind}_end`);
      if (end === null || start === null) return;
      total += end - start;
      start = null;
    },
    findings({ seconds }): Finding[] {
      const share = (total + (start === null ? 0 : seconds - start)) / seconds;
      if (share < MIN_SHARE[kind]) return [];
      return [
        { code: kind === 'mono' ? 'identical-channels' : 'inverted-phase', values: { streams } },
      ];
    },
  };
}
