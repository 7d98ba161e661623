import { officeScreenMessages as text } from '#messages/office-screens.ts';
import { changesIn } from '#stores/office-changes.ts';
import type { OperationResult } from '#stores/office-form.ts';
import { ChangesTable } from './ChangesTable.tsx';
import { CopyButton } from './CopyButton.tsx';
import { DataTable } from './DataTable.tsx';
import { PropertyList } from './PropertyList.tsx';
import { invitationLinkIn, partsOf, type ResultParts } from './result-parts.ts';
import { SaveButtons } from './SaveButtons.tsx';
import { ScrollingText } from './Scrolling.tsx';
import { labelOf } from './table-rows.ts';

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
  const parts = partsOf(data);
  return (
    <>
      {isPartial && <p className="error-box">{text.isPartial}</p>}
      {link && <InvitationLink link={link} />}
      {changes && <ChangesTable changes={changes} isDryRun={isDryRun} />}
      {parts && <Parts parts={parts} headers={columns} />}
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

const Parts = ({
  parts: { properties, tables },
  headers,
}: {
  parts: ResultParts;
  headers: Record<string, string> | undefined;
}) => (
  <>
    {properties.length > 0 && <PropertyList properties={properties} />}
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
    <CopyButton content={link} label={text.copyLink} />
  </div>
);
