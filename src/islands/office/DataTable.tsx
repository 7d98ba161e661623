import { useId } from 'react';
import { officeScreenMessages as text } from '#messages/office-screens.ts';
import { TableHead } from './TableHead.tsx';
import { TablePager } from './TablePager.tsx';
import { identifyingColumn, type Row } from './table-rows.ts';
import { ROWS_PER_PAGE, useTable } from './use-table.ts';
import { Value } from './Value.tsx';
import { ScrollingTable } from './Scrolling.tsx';

interface DataTableProps {
  rows: Row[];
  title: string;
  /** By key of the rows. */
  headers?: Record<string, string> | undefined;
  /** The URL of the page for a row. The cell with the identifier links to it. */
  linkOf?: ((row: Row, key: string) => string) | undefined;
}

/** Shorter tables need no filter. */
const FILTERED_FROM = 8;

/** On phones each row becomes a list of headers and values (styles/office.css). */
export function DataTable({ rows, title, headers, linkOf }: DataTableProps) {
  const table = useTable(rows, headers);
  const id = useId();
  const linked = linkOf && identifyingColumn(table.columns);
  // Long texts are cut only if the row has a page with the whole text.
  const isShort = linkOf !== undefined;
  if (rows.length === 0) return <p className="empty-box">{text.noRows}</p>;
  return (
    <div className="office-section">
      {rows.length >= FILTERED_FROM && (
        <div className="field office-find">
          <label htmlFor={id}>{text.findInRows}</label>
          <input
            id={id}
            className="control"
            type="search"
            value={table.filter}
            onChange={({ target }) => table.changeFilter(target.value)}
          />
        </div>
      )}
      <ScrollingTable title={title}>
        <table className="office-table" aria-label={title}>
          <TableHead table={table} />
          <tbody>
            {table.shown.map((row, index) => (
              <tr key={table.from + index}>
                {table.columns.map(({ key, header, isNumeric }) => (
                  <td key={key} data-label={header} className={isNumeric ? 'number' : undefined}>
                    {linkOf && key === linked?.key ? (
                      <a href={linkOf(row, key)}>
                        <Value value={row[key]} isShort={isShort} />
                      </a>
                    ) : (
                      <Value value={row[key]} isShort={isShort} />
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollingTable>
      {rows.length > ROWS_PER_PAGE || table.filter ? <TablePager table={table} /> : null}
    </div>
  );
}
