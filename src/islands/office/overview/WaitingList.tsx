import type { OperationDescription } from '#contract/office.ts';
import { displayNumber } from '#domain/format/numbers.ts';
import { officeScreenMessages as text } from '#messages/office-screens.ts';
import { Value } from '../table/Value.tsx';
import { waitingRows, type WaitingRow } from '#stores/office/waiting-rows.ts';

interface WaitingListProps {
  parts: Parameters<typeof waitingRows>[0];
  operations: OperationDescription[];
}

export function WaitingList({ parts, operations }: WaitingListProps) {
  const rows = waitingRows(parts, operations);
  if (rows.length === 0) return null;
  return (
    <section className="office-section">
      <h2 className="heading-4">{text.toDo}</h2>
      <ul className="office-waiting">
        {rows.map((row) => (
          <li key={row.label} data-waits={(row.count ?? 0) > 0 || undefined}>
            {row.href ? <a href={row.href}>{row.label}</a> : <span>{row.label}</span>}
            <WaitingNote row={row} />
            {row.count !== null && <b>{displayNumber(row.count)}</b>}
          </li>
        ))}
      </ul>
    </section>
  );
}

const WaitingNote = ({ row: { count, note, at } }: { row: WaitingRow }) => (
  <span className="small">
    {note && count !== 0 && <span>{note}</span>} {at && <Value value={at} type="instant" />}
  </span>
);
