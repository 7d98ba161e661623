import { atom, type WritableAtom } from 'nanostores';

export interface Sorting {
  key: string;
  isDescending: boolean;
}

/** How a table shows its rows. */
export interface TableView {
  filter: string;
  sorting: Sorting | null;
  page: number;
  /** Keys of columns. */
  hiddenColumns: string[];
  /** Keys of rows, on every page. */
  selectedRows: string[];
}

export type TableViewAtom = WritableAtom<TableView>;

export const createTableView = (): TableViewAtom =>
  atom({ filter: '', sorting: null, page: 0, hiddenColumns: [], selectedRows: [] });

export const toggled = (keys: string[], key: string): string[] =>
  keys.includes(key) ? keys.filter((each) => each !== key) : [...keys, key];
