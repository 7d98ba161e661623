import { useStore } from '@nanostores/react';
import { useMemo, useState } from 'react';
import {
  createTableView,
  type Sorting,
  type TableView,
  type TableViewAtom,
  toggled,
} from '#stores/office/table.ts';
import type { Column, Row } from '#contract/operation-result.ts';
import { filterRows, shownColumns, sortRows, withWords } from '#stores/office/table-rows.ts';

export const ROWS_PER_PAGE = 50;

/** Filters, sorts and pages the loaded rows. A view from a store outlives the component. */
export function useTable(loadedRows: Row[], columns: Column[], $outerView?: TableViewAtom) {
  const [$view] = useState(() => $outerView ?? createTableView());
  const { filter, sorting, page: requestedPage, hiddenColumns } = useStore($view);
  const change = (part: Partial<TableView>) => $view.set({ ...$view.get(), ...part });
  const rows = useMemo(() => loadedRows.map(withWords), [loadedRows]);
  const allColumns = useMemo(() => shownColumns(rows, columns), [rows, columns]);
  const matching = useMemo(() => filterRows(rows, columns, filter), [rows, columns, filter]);
  const sorted = useMemo(
    () => (sorting ? sortRows(matching, columns, sorting) : matching),
    [matching, columns, sorting],
  );
  const lastPage = Math.max(0, Math.ceil(sorted.length / ROWS_PER_PAGE) - 1);
  const page = Math.min(requestedPage, lastPage);
  const from = page * ROWS_PER_PAGE;
  return {
    allColumns,
    columns: allColumns.filter(({ key }) => !hiddenColumns.includes(key)),
    hiddenColumns,
    toggleColumn: (key: string) => change({ hiddenColumns: toggled(hiddenColumns, key) }),
    filter,
    changeFilter: (typed: string) => change({ filter: typed, page: 0 }),
    sorting,
    sort: (newSorting: Sorting | null) => change({ sorting: newSorting, page: 0 }),
    sortBy: (key: string) =>
      change({
        sorting: { key, isDescending: sorting?.key === key && !sorting.isDescending },
        page: 0,
      }),
    page,
    lastPage,
    setPage: (newPage: number) => change({ page: newPage }),
    from,
    shown: sorted.slice(from, from + ROWS_PER_PAGE),
    total: sorted.length,
  };
}
export type TableState = ReturnType<typeof useTable>;
