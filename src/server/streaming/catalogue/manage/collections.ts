import { nearestName } from '#domain/nearest-name.ts';
import { operatorMessages as text } from '#messages/operator.ts';
import type { Db } from '../../../db/database.ts';
import type { Deps } from '../../../deps.ts';
import { type Change, changeOf } from '../../../operator/change.ts';
import { callName, filmsOf, notThere, refused } from './found.ts';
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

async function collectionOf(db: Db, name: string) {
  const found = await findCollection(db, name);
  if (found) return found;
  const names = (await listCollections(db)).map((each) => each.name);
  throw notThere(text.noCollection(name, nearestName(name, names)));
}

const namesIn = async (db: Db, collectionId: number) =>
  (await filmsOfCollection(db, collectionId)).map(({ ref, movieKey }) => ref ?? movieKey);

/** A new collection; shown on the home page once it has films. Throws collection_exists, film_unknown. */
export async function addCollection({ db }: Deps, name: string, ordering: number, films: string[]): Promise<Change[]> {
  const rows = await filmsOf(db, films);
  const there = await findCollection(db, name);
  const made = there ? undefined : await insertCollection(db, { name, ordering });
  if (!made) throw refused('collection_exists', text.exists('collection', there?.name ?? name));
  await setCollectionFilms(
    db,
    made.collectionId,
    rows.map(({ movieId }) => movieId),
  );
  return changeOf(`collection ${name}`, null, { name, ordering, films: rows.map(callName) });
}

/** Takes a collection away; its films stay. Throws not_found. */
export async function removeCollection({ db }: Deps, name: string): Promise<Change[]> {
  const { collectionId, ...row } = await collectionOf(db, name);
  const films = await namesIn(db, collectionId);
  await setCollectionFilms(db, collectionId, []);
  await deleteCollection(db, collectionId);
  return changeOf(`collection ${row.name}`, { name: row.name, ordering: row.ordering, films }, null);
}

/** Where a collection stands among the others. Throws not_found. */
export async function orderCollection({ db }: Deps, name: string, ordering: number): Promise<Change[]> {
  const { collectionId, ...row } = await collectionOf(db, name);
  await changeCollection(db, collectionId, { ordering });
  await setCollectionFilms(
    db,
    collectionId,
    (await filmsOfCollection(db, collectionId)).map(({ movieId }) => movieId),
  );
  return changeOf(`collection ${row.name}`, { ordering: row.ordering }, { ordering });
}

export async function listFilmsOf({ db }: Deps, name: string) {
  return filmsOfCollection(db, (await collectionOf(db, name)).collectionId);
}

/** How a list of films becomes another one. */
export type FilmsChange = { set: string[] } | { add: string[] } | { remove: string[] };

/** The films of a collection, in order: a new list, some more at its end, or some less. Throws not_found, film_unknown, film_twice. */
export async function changeFilms({ db }: Deps, name: string, change: FilmsChange): Promise<Change[]> {
  const { collectionId, ...row } = await collectionOf(db, name);
  const before = await filmsOfCollection(db, collectionId);
  const films = await namesIn(db, collectionId);
  const ids = before.map(({ movieId }) => movieId);
  await setCollectionFilms(db, collectionId, await idsAfter(db, ids, change));
  return changeOf(`collection ${row.name}`, { films }, { films: await namesIn(db, collectionId) });
}

async function idsAfter(db: Db, ids: number[], change: FilmsChange): Promise<number[]> {
  const names = 'set' in change ? change.set : 'add' in change ? change.add : change.remove;
  const films = await filmsOf(db, names);
  const named = films.map(({ movieId }) => movieId);
  if ('set' in change) return named;
  if ('add' in change) return [...ids, ...named.filter((id) => !ids.includes(id))];
  const stranger = films.find(({ movieId }) => !ids.includes(movieId));
  if (stranger) throw notThere(text.notInCollection(callName(stranger)));
  return ids.filter((id) => !named.includes(id));
}
