import { firstOf } from '#domain/existing.ts';
import type { Finding } from '../findings.ts';
import { type FindingReader, numberAfter } from './log-reader.ts';

/** dBFS, as ffmpeg's `astats` prints them after the last sample. */
interface ChannelLevels {
  peak: number;
  rms: number;
  /** 20 × log10 of the mean number of samples that stay at the peak. */
  flatness: number;
  peakCount: number;
}

const SILENT_RMS = -80;
const HEARD_RMS = -50;
const MIN_CLIPPED_PEAK = -0.2;
// Chosen: a peak of a mastered film touches its limit with one or two samples; clipped sound stays
// there for more.
const MIN_CLIPPED_FLATNESS = 10;
const MIN_CLIPPED_COUNT = 200;

export function readChannelLevels(streams: number[]): FindingReader & { isSilent: () => boolean } {
  const channels: ChannelLevels[] = [];
  const set = (key: keyof ChannelLevels, value: number | null) => {
    const channel = channels.at(-1);
    if (value !== null && channel) channel[key] = value;
  };
  return {
    onLogLine(line) {
      if (!line.includes('astats')) return;
      if (line.includes('Channel:'))
        channels.push({ peak: -Infinity, rms: -Infinity, flatness: 0, peakCount: 0 });
      set('peak', numberAfter(line, 'Peak level dB'));
      set('rms', numberAfter(line, 'RMS level dB'));
      set('flatness', numberAfter(line, 'Flat factor'));
      set('peakCount', numberAfter(line, 'Peak count'));
    },
    isSilent: () => channels.every(({ rms }) => !(rms > SILENT_RMS)),
    findings: () => [
      ...clippingFindings(streams, channels),
      ...silentChannelFindings(streams, channels),
    ],
  };
}

function clippingFindings(streams: number[], channels: ChannelLevels[]): Finding[] {
  const isClipped = channels.some(
    ({ peak, flatness, peakCount }) =>
      peak >= MIN_CLIPPED_PEAK &&
      flatness >= MIN_CLIPPED_FLATNESS &&
      peakCount >= MIN_CLIPPED_COUNT,
  );
  return isClipped ? [{ code: 'clipping', values: { streams } }] : [];
}

/** Only of stereo: a centre, a subwoofer or surround channels may rest for a whole film. */
function silentChannelFindings(streams: number[], channels: ChannelLevels[]): Finding[] {
  if (channels.length !== 2) return [];
  const silent = channels.flatMap(({ rms }, at) => (rms > SILENT_RMS ? [] : [at + 1]));
  const isOtherHeard = channels.some(({ rms }) => rms > HEARD_RMS);
  return silent.length === 1 && isOtherHeard
    ? [{ code: 'silent-channel', values: { streams, channel: firstOf(silent) } }]
    : [];
}
