import { officeScreenMessages as text } from '#messages/office-screens.ts';
import type { ChangedValue } from '#stores/office-changes.ts';
import { ScrollingTable } from './Scrolling.tsx';
import { labelOf } from './table-rows.ts';
import { useFocusOnMount } from './use-focus-on-mount.ts';
import { Value } from './Value.tsx';

/** Both versions of the values that somebody else changed, next to what the member wants. */
export function ChangedMeanwhile({ values }: { values: ChangedValue[] }) {
  const heading = useFocusOnMount<HTMLHeadingElement>();
  return (
    <section className="office-section office-outcome warning">
      <h2 className="heading-4" ref={heading} tabIndex={-1}>
        {text.changedMeanwhile}
      </h2>
      <p>{text.changedMeanwhileNote}</p>
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
            {values.map(({ what, name, ...versions }) => (
              <tr key={`${what} ${name}`}>
                <th scope="row">{what ? `${what}: ${labelOf(name)}` : name}</th>
                <td data-label={text.seen}>
                  <Value value={versions.seen} />
                </td>
                <td data-label={text.current}>
                  <Value value={versions.current} />
                </td>
                <td data-label={text.wanted}>
                  <Value value={versions.wanted} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollingTable>
    </section>
  );
}
