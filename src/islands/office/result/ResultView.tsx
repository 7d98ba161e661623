import { useMemo } from 'react';
import type { OperationResult, Sales } from '#contract/operation-result.ts';
import { officeScreenMessages as text } from '#messages/office-screens.ts';
import { orderTimelineOf } from '#stores/office/order-timeline.ts';
import { factsOf, tablesOf } from '#stores/office/result-parts.ts';
import { salesSeriesOf } from '#stores/office/sales-report.ts';
import { labelOf } from '#stores/office/table-rows.ts';
import { CopyButton } from '#ui/CopyButton.tsx';
import { SalesChart } from '../../producer/SalesChart.tsx';
import { ScrollingText } from '../frame/Scrolling.tsx';
import { DataTable } from '../table/DataTable.tsx';
import { BackupDownload } from './BackupDownload.tsx';
import { ChangesTable } from './ChangesTable.tsx';
import { DeliveryReportView } from './DeliveryReportView.tsx';
import { EvidenceDownload } from './EvidenceDownload.tsx';
import { PropertyList } from './PropertyList.tsx';
import { SaveButtons, SaveCsv } from './SaveButtons.tsx';
import { Timeline } from './Timeline.tsx';
import { WatchFilm } from './WatchFilm.tsx';

interface ResultViewProps {
  result: OperationResult;
  isDryRun: boolean;
  /** The name of a saved file, without its extension. */
  name: string;
}

export function ResultView({ result, isDryRun, name }: ResultViewProps) {
  const { lines, sheet, isPartial } = result;
  return (
    <>
      {isPartial && <p className="error-box">{text.isPartial}</p>}
      <ViewElements result={result} isDryRun={isDryRun} />
      <Parts result={result} name={name} />
      {sheet && <SaveButtons lines={lines} sheet={sheet} name={name} />}
      {lines.length > 0 && (
        <details className="office-details" open={isPartial || sheet !== undefined}>
          <summary>{text.asText}</summary>
          <ScrollingText label={text.asText} lines={lines} />
        </details>
      )}
    </>
  );
}

/** The elements that only this kind of result has. */
function ViewElements({ result, isDryRun }: Pick<ResultViewProps, 'result' | 'isDryRun'>) {
  switch (result.view) {
    case 'changes':
      return <ChangesTable result={result} isDryRun={isDryRun} />;
    case 'invitation':
      return (
        <>
          <InvitationLink link={result.data.link} />
          <ChangesTable result={result} isDryRun={isDryRun} />
        </>
      );
    case 'film':
      return (
        result.data.package && (
          <WatchFilm packageKey={result.data.package} name={result.data.movieName} />
        )
      );
    case 'ingest':
      return result.data.films.map(
        ({ report }) => report && <DeliveryReportView key={report.file} report={report} />,
      );
    case 'backup':
      return <BackupDownload backup={result.data.backup} />;
    case 'dispute':
      return result.data.hasEvidence && <EvidenceDownload disputeId={result.data.disputeId} />;
    case 'order':
      return (
        <section className="office-section">
          <h3 className="label">{text.orderTimeline}</h3>
          <Timeline label={text.orderTimeline} entries={orderTimelineOf(result.data)} />
        </section>
      );
    case 'sales':
      return <SalesCharts sales={result.data} />;
    case 'details':
    case 'list':
      return null;
  }
}

function SalesCharts({ sales }: { sales: Sales }) {
  const charts = useMemo(() => salesSeriesOf(sales), [sales]);
  return (
    charts && (
      <div className="office-charts report">
        {charts.map((series) => (
          <SalesChart key={series.name} series={series} height="h-50" />
        ))}
      </div>
    )
  );
}

function Parts({ result, name: fileName }: Pick<ResultViewProps, 'result' | 'name'>) {
  const { properties, lists } = factsOf(result);
  return (
    <>
      {properties.length > 0 && <PropertyList properties={properties} />}
      {lists.map(({ name, value: texts }) => (
        <section key={name} className="office-section">
          <h3 className="label">{labelOf(name)}</h3>
          <div className="office-buttons">
            <CopyButton content={texts.join('\n')} label={text.copyList} messages={text} />
            <SaveCsv name={fileName} lines={texts} />
          </div>
          <ScrollingText label={labelOf(name)} lines={texts} />
        </section>
      ))}
      {tablesOf(result).map(({ name, columns, rows }) => (
        <section key={name} className="office-section">
          <h3 className="label">{labelOf(name)}</h3>
          <DataTable rows={rows} columns={columns} title={labelOf(name)} />
        </section>
      ))}
    </>
  );
}

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
