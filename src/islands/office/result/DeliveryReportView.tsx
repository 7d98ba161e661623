import { deliveredStreamText } from '#domain/delivered-stream-text.ts';
import type { DeliveredStream, DeliveryReport } from '#domain/delivery-report.ts';
import { officeScreenMessages } from '#messages/office-screens.ts';
import { DataTable } from '../table/DataTable.tsx';
import type { Column, Row } from '#contract/operation-result.ts';

const { delivery: text } = officeScreenMessages;

const COLUMNS: Column[] = [
  { key: 'stream', heading: text.columns.stream, type: 'number' },
  { key: 'kind', heading: text.columns.kind, type: 'text' },
  { key: 'delivered', heading: text.columns.delivered, type: 'text' },
  { key: 'loudness', heading: text.columns.loudness, type: 'text' },
  { key: 'result', heading: text.columns.result, type: 'text' },
];

/** What came, what was made of it, and what looks wrong. */
export const DeliveryReportView = ({ report }: { report: DeliveryReport }) => (
  <section className="office-section">
    <h3 className="label">{text.title(report.file)}</h3>
    {report.findings.length > 0 && (
      <ul className="office-findings" aria-label={text.findings}>
        {report.findings.map((finding) => (
          <li key={finding.text} data-severity={finding.severity}>
            <strong>{text.severities[finding.severity]}</strong> <span>{finding.text}</span>
          </li>
        ))}
      </ul>
    )}
    <DataTable
      rows={report.streams.map((stream) => rowOf(stream, report))}
      title={text.streams}
      columns={COLUMNS}
    />
  </section>
);

const rowOf = (stream: DeliveredStream, { sounds }: DeliveryReport): Row => ({
  stream: stream.index,
  kind: text.kinds[stream.kind],
  delivered: deliveredStreamText(stream),
  loudness: loudnessOf(stream, sounds),
  result: stream.leftOut === undefined ? stream.made.join(', ') : text.leftOut(stream.leftOut),
});

function loudnessOf({ index }: DeliveredStream, sounds: DeliveryReport['sounds']): string {
  const sound = sounds.find(({ streams }) => streams.includes(index));
  if (sound?.loudnessLufs === undefined) return '';
  return text.loudness({ loudnessLufs: sound.loudnessLufs, truePeakDb: sound.truePeakDb });
}
