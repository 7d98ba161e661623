import { useId } from 'react';
import { officeScreenMessages as text } from '#messages/office-screens.ts';
import type { TableViewAtom } from '#stores/office/table.ts';
import { ColumnChoice } from './ColumnChoice.tsx';
import { RowCheckbox } from './RowCheckbox.tsx';
import { SortChoice } from './SortChoice.tsx';
import { TableHead } from './TableHead.tsx';
import { TablePager } from './TablePager.tsx';
import type { Column, Row } from '#contract/operation-result.ts';
import { isNumeric, isUnbroken, withDecimals } from '#stores/office/table-rows.ts';
import { useObjectLinks } from './use-object-links.ts';
import { ROWS_PER_PAGE, useTable } from './use-table.ts';
import { Value } from './Value.tsx';
import { ScrollingTable } from '../frame/Scrolling.tsx';

interface DataTableProps {
  rows: Row[];
  title: string;
  columns: Column[];
  /** The URL of the page for a row. The cell with the identifier links to it. */
  linkOf?: ((row: Row, key: string) => string) | undefined;
  /** Keeps filter, sorting, page and columns, and offers a choice of columns. */
  $view?: TableViewAtom;
  /** The column with the key of a row. Rows can then be ticked in `$view`. */
  rowKey?: string | undefined;
  /** The operations on the object of a row, if the object has no page. */
  linksOf?: ((row: Row) => { href: string; label: string }[]) | undefined;
}

function classOf(column: Column, value: unknown): string | undefined {
  if (isNumeric(column)) return 'number';
  return isUnbroken(column, value) ? 'code' : undefined;
}

/** Shorter tables need no filter. */
const FILTERED_FROM = 8;

/** On phones each row becomes a list of headers and values (styles/office.css). */
export function DataTable({
  rows,
  title,
  columns,
  linkOf,
  linksOf,
  $view,
  rowKey,
}: DataTableProps) {
  const table = useTable(rows, columns, $view);
  const id = useId();
  const linkTo = useObjectLinks();
  const [identifier] = table.allColumns;
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
                {table.columns.map((column) => (
                  <td
                    key={column.key}
                    data-label={column.heading}
                    className={classOf(column, row[column.key])}
                  >
                    <Value
                      value={withDecimals(column, row[column.key])}
                      type={column.type}
                      isShort={isShort}
                      href={
                        linkOf && column === identifier
                          ? linkOf(row, column.key)
                          : linkTo(column.key, row[column.key])
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
