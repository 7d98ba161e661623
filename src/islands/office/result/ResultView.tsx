import { useMemo } from 'react';
import type { OperationResult } from '#contract/office.ts';
import { officeScreenMessages as text } from '#messages/office-screens.ts';
import { changesIn } from '#stores/office/changes.ts';
import { CopyButton } from '#ui/CopyButton.tsx';
import { SalesChart } from '../../producer/SalesChart.tsx';
import { BackupDownload } from './BackupDownload.tsx';
import { ChangesTable } from './ChangesTable.tsx';
import { DataTable } from '../table/DataTable.tsx';
import { DeliveryReportView } from './DeliveryReportView.tsx';
import { EvidenceDownload } from './EvidenceDownload.tsx';
import { PropertyList } from './PropertyList.tsx';
import {
  backupIn,
  deliveryReportsIn,
  evidenceIn,
  invitationLinkIn,
  packageIn,
  partsOf,
  type ResultParts,
} from '#stores/office/result-parts.ts';
import { salesReportOf } from '#stores/office/sales-report.ts';
import { SaveButtons, SaveCsv } from './SaveButtons.tsx';
import { ScrollingText } from '../frame/Scrolling.tsx';
import { orderTimelineOf } from '#stores/office/order-timeline.ts';
import { labelOf } from '#stores/office/table-rows.ts';
import { Timeline } from './Timeline.tsx';
import { WatchFilm } from './WatchFilm.tsx';

interface ResultViewProps {
  result: OperationResult;
  isDryRun: boolean;
  /** Whether the lines are the rows of a CSV file. */
  isCsv?: boolean;
  /** The name of a saved file, without its extension. */
  name: string;
}

export function ResultView({
  result: { data, lines, columns, isPartial },
  isDryRun,
  isCsv = false,
  name,
}: ResultViewProps) {
  const changes = changesIn(data);
  const link = changes && invitationLinkIn(data);
  const timeline = orderTimelineOf(data);
  const film = packageIn(data);
  const backup = backupIn(data);
  const dispute = evidenceIn(data);
  const sales = useMemo(() => salesReportOf(data), [data]);
  const parts = partsOf(data);
  return (
    <>
      {isPartial && <p className="error-box">{text.isPartial}</p>}
      {link && <InvitationLink link={link} />}
      {changes && <ChangesTable changes={changes} isDryRun={isDryRun} />}
      {film && <WatchFilm {...film} />}
      {deliveryReportsIn(data).map((report) => (
        <DeliveryReportView key={report.file} report={report} />
      ))}
      {backup && <BackupDownload backup={backup} />}
      {dispute && <EvidenceDownload dispute={dispute} />}
      {timeline && (
        <section className="office-section">
          <h3 className="label">{text.orderTimeline}</h3>
          <Timeline label={text.orderTimeline} entries={timeline} />
        </section>
      )}
      {sales && (
        <div className="office-charts report">
          {sales.map((series) => (
            <SalesChart key={series.name} series={series} height="h-50" />
          ))}
        </div>
      )}
      {parts && <Parts parts={parts} headers={columns} name={name} />}
      {isCsv && <SaveButtons lines={lines} name={name} />}
      {parts && lines.length > 0 && (
        <details className="office-details" open={isPartial || isCsv}>
          <summary>{text.asText}</summary>
          <ScrollingText label={text.asText} lines={lines} />
        </details>
      )}
      {!parts && <ScrollingText label={text.asText} lines={lines} />}
    </>
  );
}

interface PartsProps {
  parts: ResultParts;
  headers: Record<string, string> | undefined;
  name: string;
}

const Parts = ({ parts: { properties, lists, tables }, headers, name: fileName }: PartsProps) => (
  <>
    {properties.length > 0 && <PropertyList properties={properties} />}
    {lists.map(([name, texts]) => (
      <section key={name} className="office-section">
        <h3 className="label">{labelOf(name)}</h3>
        <div className="office-buttons">
          <CopyButton content={texts.join('\n')} label={text.copyList} messages={text} />
          <SaveCsv name={fileName} lines={texts} />
        </div>
        <ScrollingText label={labelOf(name)} lines={texts} />
      </section>
    ))}
    {tables.map(([name, rows]) => (
      <section key={name} className="office-section">
        {name && <h3 className="label">{labelOf(name)}</h3>}
        <DataTable rows={rows} title={labelOf(name) || text.result} headers={headers} />
      </section>
    ))}
  </>
);

const InvitationLink = ({ link }: { link: string }) => (
  <div className="office-link">
    <p className="label">{text.link}</p>
    <p>
      <code>{link}</code>
    </p>
    <p className="small">{text.linkNote}</p>
    <CopyButton content={link} label={text.copyLink} messages={text} />
  </div>
);
