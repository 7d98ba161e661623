import type { DeliveredSound, DeliveredStream, DeliveryReport } from '#domain/delivery-report.ts';
import { deliveryText } from '#messages/delivery.ts';

/** The report as a table and sentences for the terminal. */
export function reportLines(report: DeliveryReport): string[] {
  const rows = report.streams.map((stream) => [
    deliveryText.stream(stream.index),
    deliveryText.kinds[stream.kind],
    streamText(stream),
    stream.leftOut ? deliveryText.leftOutBecause(stream.leftOut) : `→ ${stream.made.join(' ')}`,
  ]);
  return [...alignColumns(rows), ...report.sounds.flatMap(soundText), ...findingLines(report)];
}

export const findingLines = ({ findings }: Pick<DeliveryReport, 'findings'>): string[] =>
  findings.map(({ severity, text }) => `${deliveryText.severities[severity]}: ${text}`);

/** `h264 1920×1080 25 fps 00:59:30`, `aac stereo 48 kHz ta` */
export function streamText({
  codec,
  width,
  height,
  framesPerSecond,
  layout,
  channels,
  sampleRate,
  ...stream
}: DeliveredStream) {
  return [
    codec,
    width && height ? `${width}×${height}` : '',
    framesPerSecond ? `${framesPerSecond} fps` : '',
    layout ?? (channels ? deliveryText.channels(channels) : ''),
    sampleRate ? `${sampleRate / 1000} kHz` : '',
    stream.language ?? '',
    stream.seconds ? `${stream.seconds.toFixed(1)} s` : '',
  ]
    .filter(Boolean)
    .join(' ');
}

const soundText = ({ name, loudnessLufs, truePeakDb }: DeliveredSound): string[] =>
  loudnessLufs === undefined ? [] : [deliveryText.loudness({ name, loudnessLufs, truePeakDb })];

function alignColumns(rows: string[][]): string[] {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => row[at]!.length)));
  return rows.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at]!))
      .join('  ')
      .trimEnd(),
  );
}
