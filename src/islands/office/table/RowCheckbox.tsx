import { useStore } from '@nanostores/react';
import { type TableViewAtom, toggled } from '#stores/office/table.ts';

interface RowCheckboxProps {
  $view: TableViewAtom;
  keys: string[];
  label: string;
}

export function RowCheckbox({ $view, keys, label }: RowCheckboxProps) {
  const { selectedRows } = useStore($view);
  const isEveryRow = keys.length > 0 && keys.every((key) => selectedRows.includes(key));
  const toggle = () => {
    const changed = keys.filter((key) => isEveryRow || !selectedRows.includes(key));
    $view.set({ ...$view.get(), selectedRows: changed.reduce(toggled, selectedRows) });
  };
  return (
    <label className="office-tick">
      <input type="checkbox" checked={isEveryRow} onChange={toggle} aria-label={label} />
    </label>
  );
}
