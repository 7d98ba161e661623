import type { Change, FactTypes, OperationResult, Row } from '#contract/operation-result.ts';
import { officeScreenMessages as text } from '#messages/office-screens.ts';
import { labelOf, withWords } from '#stores/office/table-rows.ts';
import { Value } from '../table/Value.tsx';
import { ScrollingTable } from '../frame/Scrolling.tsx';

interface ChangesTableProps {
  result: Extract<OperationResult, { view: 'changes' | 'invitation' }>;
  isDryRun: boolean;
}

export function ChangesTable({ result, isDryRun }: ChangesTableProps) {
  const { changes } = result.data;
  const title = isDryRun ? text.wouldChange : text.changed;
  if (changes.length === 0)
    return <p>{isDryRun ? text.nothingWouldChange : text.nothingChanged}</p>;
  return (
    <ScrollingTable title={title}>
      <table className="office-table changes" aria-label={title}>
        <thead>
          <tr>
            <th scope="col">{text.what}</th>
            <th scope="col">{text.before}</th>
            <th scope="col">{text.after}</th>
          </tr>
        </thead>
        {changes.map((change, index) => (
          // One object may be changed twice.
          // oxlint-disable-next-line react/no-array-index-key
          <ChangedObject key={index} change={change} types={result.changeTypes ?? {}} />
        ))}
      </table>
    </ScrollingTable>
  );
}

function titleOf({ what, before, after }: Change): string {
  if (!before) return text.added(what);
  return after ? what : text.removed(what);
}

function ChangedObject({ change, types }: { change: Change; types: FactTypes }) {
  const [before, after] = [change.before, change.after].map((facts) => withWords(facts ?? {})) as [
    Row,
    Row,
  ];
  return (
    <tbody>
      <tr>
        <th scope="rowgroup" colSpan={3}>
          {titleOf(change)}
        </th>
      </tr>
      {Object.keys({ ...before, ...after }).map((name) => (
        <tr key={name}>
          <th scope="row">{labelOf(name)}</th>
          <td data-label={text.before}>
            <Value value={before[name]} type={types[name]} />
          </td>
          <td data-label={text.after}>
            <Value value={after[name]} type={types[name]} />
          </td>
        </tr>
      ))}
    </tbody>
  );
}
