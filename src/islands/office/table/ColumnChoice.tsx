import { officeScreenMessages as text } from '#messages/office-screens.ts';
import type { TableState } from './use-table.ts';

interface ColumnChoiceProps {
  table: TableState;
  /** The key of the column that stays, because it leads to the row's object. */
  fixedColumn: string | undefined;
}

export const ColumnChoice = ({ table, fixedColumn }: ColumnChoiceProps) => (
  <details className="office-details">
    <summary>{text.columns}</summary>
    <div className="office-columns">
      {table.allColumns
        .filter(({ key }) => key !== fixedColumn)
        .map(({ key, heading }) => (
          <label key={key} className="office-flag">
            <input
              type="checkbox"
              checked={!table.hiddenColumns.includes(key)}
              onChange={() => table.toggleColumn(key)}
            />
            <span>{heading}</span>
          </label>
        ))}
    </div>
  </details>
);
