import { officeScreenMessages as text } from '#messages/office-screens.ts';
import { isNumeric } from '#stores/office/table-rows.ts';
import type { Elements } from '#ui/elements.ts';
import type { TableState } from './use-table.ts';

const directionOf = ({ sorting }: TableState, key: string) => {
  if (sorting?.key !== key) return undefined;
  return sorting.isDescending ? 'descending' : 'ascending';
};

/** Each header is a button that sorts the rows. */
export const TableHead = ({
  table,
  hasOperations,
  children,
}: {
  table: TableState;
  hasOperations: boolean;
  children?: Elements;
}) => (
  <thead>
    <tr>
      {children}
      {table.columns.map((column) => (
        <th
          key={column.key}
          scope="col"
          className={isNumeric(column) ? 'number' : undefined}
          aria-sort={directionOf(table, column.key)}
        >
          <button type="button" onClick={() => table.sortBy(column.key)}>
            {column.heading}
          </button>
        </th>
      ))}
      {hasOperations && <th scope="col">{text.rowOperations}</th>}
    </tr>
  </thead>
);
