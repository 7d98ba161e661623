import { withoutUndefined } from '#domain/without-undefined.ts';
import { operatorMessages as text } from '#messages/operator.ts';
import { recalculateRatings } from '../../db/ratings.ts';
import type { Db } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { type KeysetQuery, readKeysetPage } from '../../keyset-page.ts';
import { type Change, changeOf } from '../../operator/change.ts';
import {
  changesOf,
  deleteRows,
  filmsInCoupons,
  findReferences,
  type ImportChange,
  listRuns,
  lockRun,
  objectsChangedSince,
  publishUndoneFilms,
  restoreRow,
  reviewedFilms,
  setRunState,
} from './runs-queries.ts';
import { TRACKED_TABLES, type TrackedName, UNDO_ORDER } from './tracked-tables.ts';

export const listImports = (
  { db }: Deps,
  { limit, after }: KeysetQuery & { after?: number | undefined },
) =>
  readKeysetPage(
    limit,
    (count) => listRuns(db, after, count),
    ({ importRunId }) => importRunId,
  );

interface Undone {
  removed: Record<string, number>;
  restored: Record<string, number>;
  /** Each object that stays, with the reason. */
  kept: string[];
}

/**
 * Removes what an import created and restores what it changed. An object that was used or changed
 * since stays as it is. Call in a transaction. Throws not_found, import_undone.
 */
export async function undoImport({ db }: Deps, importRunId: number): Promise<Change[]> {
  const run = await lockRun(db, importRunId);
  if (!run) throw new AppError('import_not_found', [importRunId]);
  if (run.state === 'undone') throw new AppError('import_undone', [importRunId]);
  const undone: Undone = { removed: {}, restored: {}, kept: [] };
  for (const names of UNDO_ORDER) await undoObjects({ db, importRunId, names, undone });
  await setRunState(db, importRunId, 'undone');
  return changeOf(
    `import ${importRunId}`,
    { state: run.state },
    withoutUndefined({
      state: 'undone',
      ...factsOf('removed', undone.removed),
      ...factsOf('restored', undone.restored),
      kept: undone.kept.length > 0 ? undone.kept : undefined,
    }),
  );
}

const factsOf = (action: string, counts: Record<string, number>) =>
  Object.fromEntries(Object.entries(counts).map(([table, count]) => [`${action} ${table}`, count]));

async function undoObjects({
  db,
  importRunId,
  names,
  undone,
}: {
  db: Db;
  importRunId: number;
  names: readonly [TrackedName, ...TrackedName[]];
  undone: Undone;
}): Promise<void> {
  const changes = await changesOf(db, importRunId, names);
  if (!changes.length) return;
  const [main] = names;
  const reasons = await findReasonsToKeep(db, importRunId, { names, changes });
  const objects = Map.groupBy(changes, ({ object }) => object);
  const undoable: ImportChange[] = [];
  for (const [object, ofObject] of objects) {
    const name = ofObject.find((change) => change.name !== null)?.name ?? object;
    const reason = reasons.get(object);
    if (reason !== undefined) undone.kept.push(`${TRACKED_TABLES[main].table} ${name}: ${reason}`);
    else undoable.push(...ofObject);
  }
  await applyUndo(db, undoable);
  const mains = undoable.filter(({ tracked }) => tracked === main);
  const created = new Set(mains.filter(isCreation).map(({ object }) => object));
  const { table } = TRACKED_TABLES[main];
  const restored = new Set(
    undoable.map(({ object }) => object).filter((object) => !created.has(object)),
  );
  if (created.size) undone.removed[table] = (undone.removed[table] ?? 0) + created.size;
  if (restored.size) undone.restored[table] = (undone.restored[table] ?? 0) + restored.size;
}

const isCreation = ({ before }: ImportChange) => before === null;

/** By object. */
async function findReasonsToKeep(
  db: Db,
  importRunId: number,
  { names, changes }: { names: readonly [TrackedName, ...TrackedName[]]; changes: ImportChange[] },
): Promise<Map<string, string>> {
  const reasons = new Map<string, string>();
  const [main, ...parts] = names;
  const created = changes
    .filter((change) => change.tracked === main && isCreation(change))
    .map(({ object }) => object);
  const tables = parts.map((name) => TRACKED_TABLES[name].table);
  const references = created.length
    ? await findReferences({ db, name: main, objects: created, parts: tables })
    : [];
  for (const [object, uses] of Map.groupBy(references, (each) => each.object))
    reasons.set(object, text.importObjectUsed(uses.map(({ count, table }) => ({ count, table }))));
  if (main === 'movies') {
    const named = new Set(await filmsInCoupons(db));
    for (const object of created.filter((id) => named.has(id) && !reasons.has(id)))
      reasons.set(object, text.importObjectUsed([{ count: 1, table: 'coupons' }]));
  }
  for (const { object, tracked, before } of changes)
    if (TRACKED_TABLES[tracked as TrackedName].isPersonal && before !== null)
      reasons.set(object, text.importPersonalData);
  for (const name of names)
    for (const object of await objectsChangedSince(db, importRunId, name))
      if (!reasons.has(object)) reasons.set(object, text.importObjectChanged);
  return reasons;
}

/** `changes`: newest first. */
async function applyUndo(db: Db, changes: ImportChange[]): Promise<void> {
  const films = await reviewedFilms(db, changes);
  for (const [name, created] of Map.groupBy(
    changes.filter(isCreation),
    ({ tracked }) => tracked as TrackedName,
  ))
    await deleteRows(
      db,
      name,
      created.map(({ rowKey }) => rowKey),
    );
  for (const change of changes.filter((each) => !isCreation(each))) await restoreRow(db, change);
  await recalculateRatings(db, films);
  const keysOf = changes.map((change) => ({
    change,
    key: change.rowKey as { movie_id?: number; movie_key?: string },
  }));
  await publishUndoneFilms(db, {
    changedIds: keysOf.flatMap(({ key }) => key.movie_id ?? []),
    removedKeys: keysOf.flatMap(({ change, key }) =>
      isCreation(change) ? (key.movie_key ?? []) : [],
    ),
  });
}
