import { useMemo, useState } from 'react';
import { columnsOf, filterRows, type Row, type Sorting, sortRows } from './table-rows.ts';

export const ROWS_PER_PAGE = 50;

/** Filters, sorts and pages the loaded rows. */
export function useTable(rows: Row[], headers?: Record<string, string>) {
  const [filter, setFilter] = useState('');
  const [sorting, setSorting] = useState<Sorting | null>(null);
  const [requestedPage, setPage] = useState(0);
  const columns = useMemo(() => columnsOf(rows, headers), [rows, headers]);
  const matching = useMemo(() => filterRows(rows, filter), [rows, filter]);
  const sorted = useMemo(() => (sorting ? sortRows(matching, sorting) : matching), [matching, sorting]);
  const lastPage = Math.max(0, Math.ceil(sorted.length / ROWS_PER_PAGE) - 1);
  const page = Math.min(requestedPage, lastPage);
  const from = page * ROWS_PER_PAGE;
  return {
    columns,
    filter,
    changeFilter(typed: string) {
      setFilter(typed);
      setPage(0);
    },
    sorting,
    sortBy(key: string) {
      setSorting((current) => ({ key, isDescending: current?.key === key && !current.isDescending }));
      setPage(0);
    },
    page,
    lastPage,
    setPage,
    from,
    shown: sorted.slice(from, from + ROWS_PER_PAGE),
    total: sorted.length,
  };
}
export type TableState = ReturnType<typeof useTable>;
