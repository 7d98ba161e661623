import type { Database } from '#server/db/database.ts';

type Query = Pick<Database, 'query'>;

const TABLES = `select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
  where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE' order by 1`;

export async function readAllRows({ query }: Query): Promise<Record<string, unknown[]>> {
  const all: Record<string, unknown[]> = {};
  for (const { name } of (await query(TABLES)).rows) {
    const { rows } = await query(`select t::text as row from ${String(name)} t order by 1`);
    all[String(name)] = rows.map(({ row }) => row);
  }
  return all;
}

export interface Table {
  columns: string[];
  /** Each row as JSON. */
  rows: string[];
}

const COLUMNS = `select column_name as name from information_schema.columns
  where table_schema = 'public' and table_name = $1 order by 1`;

/** Reads every row except from the tables in `except`. With `since`, reads only the tables and columns of `since`. */
export async function readTables(
  { query }: Query,
  except: string[],
  since?: Record<string, Table>,
): Promise<Record<string, Table>> {
  const { rows: found } = await query(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  const names = found
    .map(({ name }) => String(name))
    .filter((name) => !except.includes(name) && (!since || since[name]));
  const tables: Record<string, Table> = {};
  for (const table of names.toSorted()) {
    const all = (await query(COLUMNS, [table])).rows.map(({ name }) => String(name));
    const columns = since ? all.filter((name) => since[table]!.columns.includes(name)) : all;
    const added = all.filter((name) => !columns.includes(name));
    const { rows } = await query(
      `select (to_jsonb(t) - $1::text[])::text as row from "${table}" t order by 1`,
      [added],
    );
    tables[table] = { columns, rows: rows.map(({ row }) => String(row)) };
  }
  return tables;
}

/** Returns the columns added after `since` in which a row differs from the default, as `table.column`. */
export async function columnsNotAtDefault(
  { query }: Query,
  since: Record<string, Table>,
): Promise<string[]> {
  const changed: string[] = [];
  for (const [table, { columns }] of Object.entries(since)) {
    const { rows } = await query(
      `select column_name as name, coalesce(column_default, 'null') as default_value from information_schema.columns
       where table_schema = 'public' and table_name = $1 and column_name <> all($2)`,
      [table, columns],
    );
    for (const { name, default_value } of rows) {
      const { rowCount } = await query(
        `select 1 from "${table}" where "${name}" is distinct from (${default_value}) limit 1`,
      );
      if (rowCount) changed.push(`${table}.${name}`);
    }
  }
  return changed;
}
