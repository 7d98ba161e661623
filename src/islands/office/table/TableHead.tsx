import { officeScreenMessages as text } from '#messages/office-screens.ts';
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
      {table.columns.map(({ key, header, isNumeric }) => (
        <th
          key={key}
          scope="col"
          className={isNumeric ? 'number' : undefined}
          aria-sort={directionOf(table, key)}
        >
          <button type="button" onClick={() => table.sortBy(key)}>
            {header}
          </button>
        </th>
      ))}
      {hasOperations && <th scope="col">{text.rowOperations}</th>}
    </tr>
  </thead>
);
