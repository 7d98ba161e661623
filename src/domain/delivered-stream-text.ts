import type { DeliveredStream } from './delivery-report.ts';

/** `h264 1920×1080 25 fps 59.6 s`, `aac stereo 48 kHz ta 59.6 s` */
export const deliveredStreamText = (stream: DeliveredStream): string =>
  [
    stream.codec,
    stream.width && stream.height ? `${stream.width}×${stream.height}` : '',
    stream.framesPerSecond ? `${stream.framesPerSecond} fps` : '',
    channelsText(stream),
    stream.sampleRate ? `${stream.sampleRate / 1000} kHz` : '',
    stream.language ?? '',
    stream.seconds ? `${stream.seconds.toFixed(1)} s` : '',
  ]
    .filter(Boolean)
    .join(' ');

const CHANNEL_NAMES: Record<number, string> = { 1: 'mono', 2: 'stereo' };

function channelsText({ layout, channels }: DeliveredStream): string {
  if (channels === undefined) return '';
  return (
    CHANNEL_NAMES[channels] ?? (layout && layout !== 'unknown' ? layout : `${channels} channels`)
  );
}
