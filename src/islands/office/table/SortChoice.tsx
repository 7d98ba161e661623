import { officeScreenMessages as text } from '#messages/office-screens.ts';
import { Select } from '#ui/Field.tsx';
import type { TableState } from './use-table.ts';

/** Replaces the buttons of the head where each row is a card (styles/office.css). */
export const SortChoice = ({ table: { columns, sorting, sort } }: { table: TableState }) => (
  <div className="office-sort">
    <Select
      label={text.sortBy}
      choices={[
        { value: '', label: text.unsorted },
        ...columns.map(({ key, heading }) => ({ value: key, label: heading })),
      ]}
      value={sorting?.key ?? ''}
      onChange={({ target: { value: key } }) =>
        sort(key ? { key, isDescending: sorting?.isDescending ?? false } : null)
      }
    />
    {sorting && (
      <label className="office-flag">
        <input
          type="checkbox"
          checked={sorting.isDescending}
          onChange={({ target }) => sort({ ...sorting, isDescending: target.checked })}
        />
        <span>{text.descending}</span>
      </label>
    )}
  </div>
);
