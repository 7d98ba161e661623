import { nearestName } from '#domain/nearest-name.ts';
import { AppError } from '../../../errors.ts';
import type { Db } from '../../../db/database.ts';
import type { Deps } from '../../../deps.ts';
import { type Change, changeOf } from '../../../operator/change.ts';
import { filmRef, requireFilms } from './lookup.ts';
import {
  changeCollection,
  deleteCollection,
  filmsOfCollection,
  findCollection,
  insertCollection,
  listCollections,
  setCollectionFilms,
} from './queries.ts';

export const findCollections = ({ db }: Deps) => listCollections(db);

export async function requireCollection(db: Db, name: string) {
  const collection = await findCollection(db, name);
  if (collection) return collection;
  const names = (await listCollections(db)).map((each) => each.name);
  throw new AppError('collection_not_found', [name, nearestName(name, names)]);
}

const filmRefsIn = async (db: Db, collectionId: number) =>
  (await filmsOfCollection(db, collectionId)).map(({ ref, movieKey }) => ref ?? movieKey);

/**
 * Adds a collection; the home page shows it once it has films. Throws collection_exists,
 * film_unknown.
 */
export async function addCollection(
  { db }: Deps,
  name: string,
  ordering: number,
  films: string[],
): Promise<Change[]> {
  const rows = await requireFilms(db, films);
  const existing = await findCollection(db, name);
  const created = existing ? undefined : await insertCollection(db, { name, ordering });
  if (!created) throw new AppError('collection_exists', ['collection', existing?.name ?? name]);
  const movieIds = rows.map(({ movieId }) => movieId);
  await setCollectionFilms(db, created.collectionId, movieIds);
  return changeOf(`collection ${name}`, null, { name, ordering, films: rows.map(filmRef) });
}

/** Throws not_found. */
export async function removeCollection({ db }: Deps, name: string): Promise<Change[]> {
  const { collectionId, ...row } = await requireCollection(db, name);
  const films = await filmRefsIn(db, collectionId);
  await setCollectionFilms(db, collectionId, []);
  await deleteCollection(db, collectionId);
  return changeOf(
    `collection ${row.name}`,
    { name: row.name, ordering: row.ordering, films },
    null,
  );
}

/** Throws not_found. */
export async function setCollectionOrdering(
  { db }: Deps,
  name: string,
  ordering: number,
): Promise<Change[]> {
  const { collectionId, ...row } = await requireCollection(db, name);
  await changeCollection(db, collectionId, { ordering });
  const movieIds = (await filmsOfCollection(db, collectionId)).map(({ movieId }) => movieId);
  // Marks the films as changed, so that the next rebuild shows the new order.
  await setCollectionFilms(db, collectionId, movieIds);
  return changeOf(`collection ${row.name}`, { ordering: row.ordering }, { ordering });
}

export async function listCollectionFilms({ db }: Deps, name: string) {
  return filmsOfCollection(db, (await requireCollection(db, name)).collectionId);
}

export type FilmsChange = { set: string[] } | { add: string[] } | { remove: string[] };

/** Throws not_found, film_unknown, film_twice. */
export async function changeCollectionFilms(
  { db }: Deps,
  name: string,
  change: FilmsChange,
): Promise<Change[]> {
  const { collectionId, ...row } = await requireCollection(db, name);
  const before = await filmsOfCollection(db, collectionId);
  const films = await filmRefsIn(db, collectionId);
  const ids = before.map(({ movieId }) => movieId);
  await setCollectionFilms(db, collectionId, await applyChange(db, ids, change));
  return changeOf(
    `collection ${row.name}`,
    { films },
    { films: await filmRefsIn(db, collectionId) },
  );
}

async function applyChange(db: Db, ids: number[], change: FilmsChange): Promise<number[]> {
  const names = 'set' in change ? change.set : 'add' in change ? change.add : change.remove;
  const films = await requireFilms(db, names);
  const namedIds = films.map(({ movieId }) => movieId);
  if ('set' in change) return namedIds;
  if ('add' in change) return [...ids, ...namedIds.filter((id) => !ids.includes(id))];
  const missing = films.find(({ movieId }) => !ids.includes(movieId));
  if (missing) throw new AppError('film_not_in_collection', [filmRef(missing)]);
  return ids.filter((id) => !namedIds.includes(id));
}
