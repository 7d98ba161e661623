import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';

interface Row {
  id: string;
}

export interface Table<R extends Row> {
  get(id: string): R | undefined;
  /** Oldest first. */
  all(): R[];
  put(row: R): R;
  remove(id: string): void;
  clear(): void;
}

interface Entry {
  table: string;
  id: string;
  row: Row | null;
}

/** The journal contains one-time codes. */
const PRIVATE = 0o600;

export type Journal = ReturnType<typeof openJournal>;

/**
 * Tables in memory. Each change is appended to the file before the call returns, so a killed
 * process loses no payment.
 */
export function openJournal(file?: string) {
  const tables = new Map<string, Map<string, Row>>();
  let pending: Entry[] | undefined;
  let isOpen = true;

  function rowsOf(table: string) {
    const rows = tables.get(table) ?? new Map<string, Row>();
    tables.set(table, rows);
    return rows;
  }

  function apply({ table, id, row }: Entry) {
    if (row) rowsOf(table).set(id, row);
    else rowsOf(table).delete(id);
  }

  function save(entries: Entry[]) {
    if (file && isOpen && entries.length)
      appendFileSync(file, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''), {
        mode: PRIVATE,
      });
  }

  function write(entry: Entry) {
    if (pending) pending.push(entry);
    else save([entry]);
    apply(entry);
  }

  if (file) {
    mkdirSync(dirname(file), { recursive: true });
    for (const entry of readEntries(file)) apply(entry);
    // Ends an incomplete last line, so that the next entry starts on its own line.
    if (existsSync(file)) appendFileSync(file, '\n');
  }

  return {
    table: <R extends Row>(table: string): Table<R> => ({
      get: (id) => rowsOf(table).get(id) as R | undefined,
      all: () => [...rowsOf(table).values()] as R[],
      put(row) {
        write({ table, id: row.id, row });
        return row;
      },
      remove: (id) => write({ table, id, row: null }),
      clear() {
        for (const id of rowsOf(table).keys()) write({ table, id, row: null });
      },
    }),

    /** Writes all changes of `work` at once, even if `work` throws: there is no rollback. */
    transaction<Result>(work: () => Result): Result {
      if (pending) return work();
      pending = [];
      try {
        return work();
      } finally {
        const entries = pending;
        pending = undefined;
        save(entries);
      }
    },

    close() {
      isOpen = false;
    },
  };
}

function readEntries(file: string): Entry[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8').split('\n').flatMap(readEntry);
}

function readEntry(line: string): Entry[] {
  try {
    return line ? [JSON.parse(line) as Entry] : [];
  } catch {
    return [];
  }
}
