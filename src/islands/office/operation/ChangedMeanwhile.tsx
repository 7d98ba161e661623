import { useEffect, useRef } from 'react';
import { officeScreenMessages as text } from '#messages/office-screens.ts';
import type { ChangedValue } from '#stores/office/changes.ts';
import { ScrollingTable } from '../frame/Scrolling.tsx';
import { labelOf } from '#stores/office/table-rows.ts';
import { Value } from '../table/Value.tsx';

/** Both versions of the values that somebody else changed, next to what the member wants. */
export function ChangedMeanwhile({ values }: { values: ChangedValue[] }) {
  const heading = useRef<HTMLHeadingElement>(null);
  // Also when a second conflict follows the first.
  useEffect(() => heading.current?.focus(), [values]);
  return (
    <section className="office-section office-outcome warning">
      <h2 className="heading-4" ref={heading} tabIndex={-1}>
        {text.changedMeanwhile}
      </h2>
      <p>{text.changedMeanwhileNote}</p>
      {values.length > 0 && <Versions values={values} />}
    </section>
  );
}

const Versions = ({ values }: { values: ChangedValue[] }) => (
  <ScrollingTable title={text.changedMeanwhile}>
    <table className="office-table changes versions" aria-label={text.changedMeanwhile}>
      <thead>
        <tr>
          {[text.what, text.seen, text.current, text.wanted].map((header) => (
            <th key={header} scope="col">
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {values.map(({ what, name, type, ...versions }) => (
          <tr key={`${what} ${name}`}>
            <th scope="row">{what ? `${what}: ${labelOf(name)}` : name}</th>
            <td data-label={text.seen}>
              <Value value={versions.seen} type={type} />
            </td>
            <td data-label={text.current}>
              <Value value={versions.current} type={type} />
            </td>
            <td data-label={text.wanted}>
              <Value value={versions.wanted} type={type} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </ScrollingTable>
);
