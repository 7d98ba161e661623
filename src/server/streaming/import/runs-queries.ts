import { desc, eq, inArray, lt, sql, type SQL } from 'drizzle-orm';
import { type Db, queryRows } from '../../db/database.ts';
import { insertMany } from '../../db/insert-many.ts';
import { importChanges, importRuns } from '../../db/schema/import.ts';
import { reviews } from '../../db/schema/reviews.ts';
import { TRACKED_TABLES, type TrackedName, type TrackedTable } from './tracked-tables.ts';
import { one } from '../../db/one.ts';

export type ImportRun = typeof importRuns.$inferSelect;
export type ImportChange = typeof importChanges.$inferSelect;
type NewChange = typeof importChanges.$inferInsert;

export const insertRun = async (db: Db, run: Omit<ImportRun, 'importRunId'>): Promise<number> =>
  one(await db.insert(importRuns).values(run).returning({ id: importRuns.importRunId })).id;

export const setRunState = (db: Db, importRunId: number, state: ImportRun['state']) =>
  db.update(importRuns).set({ state }).where(eq(importRuns.importRunId, importRunId));

/** Until the end of the transaction, no other transaction undoes the import or adds to it. */
export const lockRun = async (tx: Db, importRunId: number): Promise<ImportRun | undefined> =>
  (
    await tx.select().from(importRuns).where(eq(importRuns.importRunId, importRunId)).for('update')
  )[0];

export const listRuns = (db: Db, after: number | undefined, count: number): Promise<ImportRun[]> =>
  db
    .select()
    .from(importRuns)
    .where(after ? lt(importRuns.importRunId, after) : undefined)
    .orderBy(desc(importRuns.importRunId))
    .limit(count);

const identifier = (name: string): SQL => sql.raw(`"${name.replaceAll('"', '""')}"`);
const column = (name: string): SQL => sql`t.${identifier(name)}`;

/** The parts of a row that count, as JSON. */
function contentOf({ only, ignored = [] }: TrackedTable): SQL {
  if (only)
    return sql`jsonb_build_object(${sql.join(
      only.map((name) => sql`${name}::text, ${column(name)}`),
      sql`, `,
    )})`;
  return ignored.reduce<SQL>((content, name) => sql`${content} - ${name}::text`, sql`to_jsonb(t)`);
}

const keyOf = ({ key }: TrackedTable): SQL =>
  sql`jsonb_build_object(${sql.join(
    key.map((name) => sql`${name}::text, ${column(name)}`),
    sql`, `,
  )})`;

const digestOf = (tracked: TrackedTable): SQL => sql`md5((${contentOf(tracked)})::text)`;

function conditionOf({ where }: TrackedTable, refs: string[]): SQL {
  const texts = sql`array(select jsonb_array_elements_text(${JSON.stringify(refs)}::jsonb))`;
  return sql.join(
    where.split('$refs').map((part) => sql.raw(part)),
    texts,
  );
}

interface TrackedRow {
  key: object;
  object: string;
  name: string | null;
  digest: string;
  content: object;
}

const readRows = (db: Db, tracked: TrackedTable, refs: string[]) =>
  queryRows<TrackedRow>(
    db,
    sql`select ${keyOf(tracked)} as key, ${column(tracked.object)}::text as object,
      ${tracked.name ? sql`${column(tracked.name)}::text` : sql`null::text`} as name, ${digestOf(tracked)} as digest,
      ${tracked.isPersonal ? sql`'{}'::jsonb` : contentOf(tracked)} as content
      from ${identifier(tracked.table)} t where ${conditionOf(tracked, refs)}`,
  );

/** Runs `save` and records which rows it created, changed and deleted. */
export async function recordChanges(
  tx: Db,
  {
    importRunId,
    names,
    refs,
  }: { importRunId: number; names: readonly TrackedName[]; refs: string[] },
  save: () => Promise<unknown>,
): Promise<void> {
  const before = new Map<TrackedName, TrackedRow[]>();
  for (const name of names) before.set(name, await readRows(tx, TRACKED_TABLES[name], refs));
  await save();
  for (const name of names) {
    const rows = await readRows(tx, TRACKED_TABLES[name], refs);
    const changes = changesBetween(name, before.get(name) ?? [], rows).map((change) => ({
      ...change,
      importRunId,
    }));
    await insertMany(changes, (part) => tx.insert(importChanges).values(part));
  }
}

function changesBetween(tracked: TrackedName, before: TrackedRow[], after: TrackedRow[]) {
  const textOf = ({ key }: TrackedRow) => JSON.stringify(key);
  const earlier = new Map(before.map((row) => [textOf(row), row]));
  const later = new Set(after.map(textOf));
  const changeOf = (
    { key, object, name }: TrackedRow,
    change: Pick<NewChange, 'before' | 'afterDigest'>,
  ): Omit<NewChange, 'importRunId'> => ({ tracked, object, name, rowKey: key, ...change });
  return [
    ...before
      .filter((row) => !later.has(textOf(row)))
      .map((row) => changeOf(row, { before: row.content, afterDigest: null })),
    ...after
      .filter((row) => earlier.get(textOf(row))?.digest !== row.digest)
      .map((row) =>
        changeOf(row, {
          before: earlier.get(textOf(row))?.content ?? null,
          afterDigest: row.digest,
        }),
      ),
  ];
}

/** The changes of some tables, newest first. */
export const changesOf = (
  db: Db,
  importRunId: number,
  names: readonly TrackedName[],
): Promise<ImportChange[]> =>
  db
    .select()
    .from(importChanges)
    .where(
      sql`${eq(importChanges.importRunId, importRunId)} and ${inArray(importChanges.tracked, [...names])}`,
    )
    .orderBy(desc(importChanges.importChangeId));

const matches = (tracked: TrackedTable, rowKey: SQL): SQL =>
  sql.join(
    tracked.key.map((name) => sql`${column(name)}::text = ${rowKey}->>${name}::text`),
    sql` and `,
  );

/** Objects with a row that is not as the import left it. */
export async function objectsChangedSince(
  db: Db,
  importRunId: number,
  name: TrackedName,
): Promise<string[]> {
  const tracked = TRACKED_TABLES[name];
  const rows = await queryRows<{ object: string }>(
    db,
    sql`select distinct c.object from (
        select distinct on (row_key) * from import_changes
        where import_run_id = ${importRunId} and tracked = ${name} order by row_key, import_change_id desc
      ) c left join ${identifier(tracked.table)} t on ${matches(tracked, sql`c.row_key`)}
      where c.after_digest is distinct from case when ${column(tracked.key[0])} is null then null else ${digestOf(tracked)} end`,
  );
  return rows.map(({ object }) => object);
}

/** Rows of other tables that refer to these objects, by object. Rows of `parts` do not count. */
export async function findReferences({
  db,
  name,
  objects,
  parts,
}: {
  db: Db;
  name: TrackedName;
  objects: string[];
  parts: string[];
}): Promise<{ object: string; table: string; count: number }[]> {
  const { table, object } = TRACKED_TABLES[name];
  const foreignKeys = await queryRows<{ table: string; column: string }>(
    db,
    sql`select r.relname as table, a.attname as column from pg_constraint f
      join pg_class r on r.oid = f.conrelid
      join pg_attribute a on a.attrelid = f.conrelid and a.attnum = f.conkey[1]
      where f.contype = 'f' and f.confrelid = ${`public.${table}`}::regclass and cardinality(f.conkey) = 1`,
  );
  const uses = foreignKeys
    .filter((key) => !parts.includes(key.table))
    .map((key) => ({ ...key, value: sql`${column(key.column)}::text` }));
  const references = [];
  for (const use of [...uses, ...usesWithoutKey(object)]) {
    const rows = await queryRows<{ object: string; count: number }>(
      db,
      sql`select ${use.value} as object, count(*)::int as count from ${identifier(use.table)} t
        where ${use.value} in (select jsonb_array_elements_text(${JSON.stringify(objects)}::jsonb)) group by 1`,
    );
    references.push(...rows.map((row) => ({ ...row, table: use.table })));
  }
  return references;
}

/** References that the database does not check. */
function usesWithoutKey(object: string): { table: string; value: SQL }[] {
  const language = sql`(select l.language_id::text from languages l where l.language_name = t.primary_language)`;
  if (object === 'language_id') return [{ table: 'movies', value: language }];
  if (object === 'coupon_code') return [{ table: 'orders', value: column('coupon_code') }];
  return [];
}

/** Films that the terms of a coupon name. */
export const filmsInCoupons = async (db: Db): Promise<string[]> =>
  (
    await queryRows<{ object: string }>(
      db,
      sql`select distinct unnest(movie_ids)::text as object from coupons where movie_ids is not null`,
    )
  ).map(({ object }) => object);

export async function deleteRows(tx: Db, name: TrackedName, rowKeys: unknown[]): Promise<void> {
  const tracked = TRACKED_TABLES[name];
  await tx.execute(
    sql`delete from ${identifier(tracked.table)} t using jsonb_array_elements(${JSON.stringify(rowKeys)}::jsonb) as k(row_key)
      where ${matches(tracked, sql`k.row_key`)}`,
  );
}

/** Gives a changed or deleted row its earlier content. */
export async function restoreRow(
  tx: Db,
  { tracked, rowKey, before, afterDigest }: ImportChange,
): Promise<void> {
  const table = TRACKED_TABLES[tracked as TrackedName];
  const name = identifier(table.table);
  const columns = sql.join(Object.keys(before as object).map(identifier), sql`, `);
  const values = sql`select ${columns} from jsonb_populate_record(null::${name}, ${JSON.stringify(before)}::jsonb)`;
  if (afterDigest === null) await tx.execute(sql`insert into ${name} (${columns}) ${values}`);
  else
    await tx.execute(
      sql`update ${name} t set (${columns}) = row(${sql.join(
        Object.keys(before as object).map((each) => sql`b.${identifier(each)}`),
        sql`, `,
      )}) from jsonb_populate_record(null::${name}, ${JSON.stringify(before)}::jsonb) b
        where ${matches(table, sql`${JSON.stringify(rowKey)}::jsonb`)}`,
    );
}

/** The rebuild then draws or removes the pages of these films. */
export async function publishUndoneFilms(
  tx: Db,
  { changedIds, removedKeys }: { changedIds: number[]; removedKeys: string[] },
): Promise<void> {
  await tx.execute(sql`update movies set change_no = nextval('catalogue_change')
    where movie_id in (select jsonb_array_elements_text(${JSON.stringify(changedIds)}::jsonb)::int)`);
  await tx.execute(sql`insert into removed_movies (movie_key)
    select jsonb_array_elements_text(${JSON.stringify(removedKeys)}::jsonb) on conflict do nothing`);
}

/**
 * Keys of films that an undone import had created. Nobody used these films, so an import may create
 * them again.
 */
export const undoneFilmKeys = async (db: Db): Promise<string[]> =>
  (
    await queryRows<{ key: string }>(
      db,
      sql`select c.row_key->>'movie_key' as key from import_changes c join import_runs using (import_run_id)
        where state = 'undone' and tracked = 'movies' and before is null`,
    )
  ).map(({ key }) => key);

/** The films of the reviews in these changes. */
export async function reviewedFilms(db: Db, changes: ImportChange[]): Promise<number[]> {
  const ids = changes
    .filter(({ tracked }) => tracked === 'reviews')
    .map(({ object }) => Number(object));
  if (!ids.length) return [];
  const rows = await db
    .selectDistinct({ movieId: reviews.movieId })
    .from(reviews)
    .where(inArray(reviews.reviewId, ids));
  return rows.map(({ movieId }) => movieId);
}
