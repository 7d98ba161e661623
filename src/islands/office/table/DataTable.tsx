import { useId } from 'react';
import { officeScreenMessages as text } from '#messages/office-screens.ts';
import type { TableViewAtom } from '#stores/office/table.ts';
import { ColumnChoice } from './ColumnChoice.tsx';
import { RowCheckbox } from './RowCheckbox.tsx';
import { SortChoice } from './SortChoice.tsx';
import { TableHead } from './TableHead.tsx';
import { TablePager } from './TablePager.tsx';
import { identifyingColumn, isCode, type Row, withPaise } from '#stores/office/table-rows.ts';
import { useObjectLinks } from './use-object-links.ts';
import { ROWS_PER_PAGE, useTable } from './use-table.ts';
import { Value } from './Value.tsx';
import { ScrollingTable } from '../frame/Scrolling.tsx';

interface DataTableProps {
  rows: Row[];
  title: string;
  /** By key of the rows. */
  headers?: Record<string, string> | undefined;
  /** The URL of the page for a row. The cell with the identifier links to it. */
  linkOf?: ((row: Row, key: string) => string) | undefined;
  /** Keeps filter, sorting, page and columns, and offers a choice of columns. */
  $view?: TableViewAtom;
  /** The column with the key of a row. Rows can then be ticked in `$view`. */
  rowKey?: string | undefined;
  /** The operations on the object of a row, if the object has no page. */
  linksOf?: ((row: Row) => { href: string; label: string }[]) | undefined;
}

/** Shorter tables need no filter. */
const FILTERED_FROM = 8;

/** On phones each row becomes a list of headers and values (styles/office.css). */
export function DataTable({
  rows,
  title,
  headers,
  linkOf,
  linksOf,
  $view,
  rowKey,
}: DataTableProps) {
  const table = useTable(rows, headers, $view);
  const id = useId();
  const linkTo = useObjectLinks();
  const identifier = identifyingColumn(table.allColumns);
  const keyOf = (row: Row) => String(row[rowKey ?? '']);
  const tickedView = rowKey === undefined ? undefined : $view;
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
      {$view && table.allColumns.length > 2 && (
        <ColumnChoice table={table} fixedColumn={identifier?.key} />
      )}
      {rows.length > 1 && <SortChoice table={table} />}
      <ScrollingTable title={title}>
        <table className="office-table" aria-label={title}>
          <TableHead table={table} hasOperations={linksOf !== undefined}>
            {tickedView && (
              <th scope="col">
                <RowCheckbox
                  $view={tickedView}
                  keys={table.shown.map(keyOf)}
                  label={text.selectShown}
                />
              </th>
            )}
          </TableHead>
          <tbody>
            {table.shown.map((row, index) => (
              <tr key={table.from + index}>
                {tickedView && (
                  <td>
                    <RowCheckbox
                      $view={tickedView}
                      keys={[keyOf(row)]}
                      label={text.selectRow(keyOf(row))}
                    />
                  </td>
                )}
                {table.columns.map(({ key, header, isNumeric, hasPaise }) => (
                  <td
                    key={key}
                    data-label={header}
                    className={isNumeric ? 'number' : isCode(row[key]) ? 'code' : undefined}
                  >
                    <Value
                      value={hasPaise ? withPaise(row[key]) : row[key]}
                      isShort={isShort}
                      href={
                        linkOf && key === identifier?.key ? linkOf(row, key) : linkTo(key, row[key])
                      }
                    />
                  </td>
                ))}
                {linksOf && (
                  <td data-label={text.rowOperations}>
                    <ul className="office-buttons">
                      {linksOf(row).map(({ href, label }) => (
                        <li key={href}>
                          <a href={href}>{label}</a>
                        </li>
                      ))}
                    </ul>
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollingTable>
      {rows.length > ROWS_PER_PAGE || table.filter ? <TablePager table={table} /> : null}
    </div>
  );
}
