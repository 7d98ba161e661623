import { deliveredStreamText } from '#domain/delivered-stream-text.ts';
import type { DeliveredSound, DeliveryReport } from '#domain/delivery-report.ts';
import { deliveryText } from '#messages/delivery.ts';

/** The report as a table and sentences for the terminal. */
export function reportLines(report: DeliveryReport): string[] {
  const rows = report.streams.map((stream) => [
    deliveryText.stream(stream.index),
    deliveryText.kinds[stream.kind],
    deliveredStreamText(stream),
    stream.leftOut ? deliveryText.leftOutBecause(stream.leftOut) : `→ ${stream.made.join(' ')}`,
  ]);
  return [...alignColumns(rows), ...report.sounds.flatMap(soundText), ...findingLines(report)];
}

const findingLines = ({ findings }: Pick<DeliveryReport, 'findings'>): string[] =>
  findings.map(({ severity, text }) => `${deliveryText.severities[severity]}: ${text}`);

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
