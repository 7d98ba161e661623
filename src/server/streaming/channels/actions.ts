import { nameOf } from '#domain/person.ts';
import { isProducer } from '#domain/roles.ts';
import { nearestName } from '#domain/nearest-name.ts';
import type { Db } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { type KeysetQuery, readKeysetPage } from '../../keyset-page.ts';
import { type Change, changeOf } from '../../operator/change.ts';
import { filmRef, requireFilms } from '../catalogue/manage/lookup.ts';
import {
  addChannelFilms,
  changeChannel,
  channelNames,
  type ChannelRow,
  channelsByName,
  filmsOfChannel,
  findUser,
  findChannelOfOtherOwner,
  reassignFilms,
  insertChannel,
  listChannels,
  listFilmsOfChannel,
  removeChannelFilms,
} from './queries.ts';

export const findChannels = ({ db }: Deps, { after, limit }: KeysetQuery) =>
  readKeysetPage(
    limit,
    (count) => listChannels(db, after, count),
    ({ channelId }) => channelId,
  );

/** By id, reference or unique name. Throws not_found, channel_ambiguous. */
export async function requireChannel(db: Db, name: string): Promise<ChannelRow> {
  const found = await channelsByName(db, name);
  const exact = found.filter(
    ({ importRef, channelId }) => importRef === name || String(channelId) === name,
  );
  const [channel, ...otherMatches] = exact.length ? exact : found;
  if (!channel)
    throw new AppError('channel_name_not_found', [name, await nearestChannel(db, name)]);
  if (otherMatches.length) throw new AppError('channel_ambiguous', [name]);
  return channel;
}

async function nearestChannel(db: Db, name: string): Promise<string | null> {
  const names = (await channelNames(db)).flatMap(({ importRef, channelName }) =>
    [importRef ?? [], channelName].flat(),
  );
  return nearestName(name, names);
}

async function requireProducer(db: Db, userId: number) {
  const owner = await findUser(db, userId);
  if (!owner || !isProducer(owner.roles)) throw new AppError('no_producer', [String(userId)]);
  return owner;
}

const describeOwner = (owner: NonNullable<Awaited<ReturnType<typeof findUser>>>): string =>
  `${owner.userId} ${nameOf(owner)}`.trim();

/** Throws no_producer, film_unknown, film_of_another. */
export async function createChannel(
  deps: Deps,
  {
    films,
    ...columns
  }: { channelName: string; ownerId: number; channelImage: string | null; films: string[] },
): Promise<Change[]> {
  const { channelName, ownerId, channelImage } = columns;
  const owner = await requireProducer(deps.db, ownerId);
  const channel = await insertChannel(deps.db, { ...columns, createdOn: deps.now() });
  if (films.length) await addFilmsToChannel(deps, String(channel.channelId), films);
  const facts = { channelName, channelImage, owner: describeOwner(owner), films };
  return changeOf(`channel ${channel.channelId}`, null, facts);
}

/** Throws not_found. */
export async function editChannel(
  { db }: Deps,
  name: string,
  change: { channelName?: string | undefined; channelImage?: string | undefined },
): Promise<Change[]> {
  const before = await requireChannel(db, name);
  const after = await changeChannel(db, before.channelId, change);
  const facts = ({ channelName, channelImage }: ChannelRow) => ({ channelName, channelImage });
  return changeOf(`channel ${before.channelId}`, facts(before), facts(after));
}

const filmRefsIn = async (db: Db, channelId: number) =>
  (await filmsOfChannel(db, channelId)).map(filmRef);

/** Throws not_found, channel_ambiguous. */
export async function listChannelFilms({ db }: Deps, name: string, { after, limit }: KeysetQuery) {
  const { channelId } = await requireChannel(db, name);
  return readKeysetPage(
    limit,
    (count) => listFilmsOfChannel({ db, channelId, after, count }),
    ({ movieId }) => movieId,
  );
}

/** Chosen: a film has one owner, who gets its statements. */
async function refuseFilmsOfOtherOwners(
  db: Db,
  films: Awaited<ReturnType<typeof filmsOfChannel>>,
  ownerId: number,
) {
  for (const film of films) {
    const conflicting = await findChannelOfOtherOwner(db, film.movieId, ownerId);
    if (conflicting)
      throw new AppError('film_of_another', [filmRef(film), conflicting.channelName]);
  }
}

/** Throws not_found, film_unknown, film_of_another. */
export async function addFilmsToChannel(
  { db }: Deps,
  name: string,
  films: string[],
): Promise<Change[]> {
  const channel = await requireChannel(db, name);
  const rows = await requireFilms(db, films);
  await refuseFilmsOfOtherOwners(db, rows, channel.ownerId);
  const before = await filmRefsIn(db, channel.channelId);
  const movieIds = rows.map(({ movieId }) => movieId);
  await addChannelFilms(db, channel, movieIds);
  const after = await filmRefsIn(db, channel.channelId);
  return changeOf(`channel ${channel.channelId}`, { films: before }, { films: after });
}

/** Throws not_found, also for a film that is not in the channel, and film_unknown. */
export async function removeFilmsFromChannel(
  { db }: Deps,
  name: string,
  films: string[],
): Promise<Change[]> {
  const channel = await requireChannel(db, name);
  const rows = await requireFilms(db, films);
  const before = await filmsOfChannel(db, channel.channelId);
  const missing = rows.find((film) => !before.some(({ movieId }) => movieId === film.movieId));
  if (missing) throw new AppError('film_not_in_channel', [filmRef(missing)]);
  const movieIds = rows.map(({ movieId }) => movieId);
  await removeChannelFilms(db, channel, movieIds);
  const after = await filmRefsIn(db, channel.channelId);
  return changeOf(`channel ${channel.channelId}`, { films: before.map(filmRef) }, { films: after });
}

/** Throws not_found, no_producer, film_of_another. */
export async function reassignChannel(
  { db }: Deps,
  name: string,
  ownerId: number,
): Promise<Change[]> {
  const channel = await requireChannel(db, name);
  const owner = await requireProducer(db, ownerId);
  const oldOwner = await findUser(db, channel.ownerId);
  await changeChannel(db, channel.channelId, { ownerId });
  await refuseFilmsOfOtherOwners(db, await filmsOfChannel(db, channel.channelId), ownerId);
  await reassignFilms(db, channel.channelId, ownerId);
  const facts = (person: typeof owner | undefined) => ({
    owner: person ? describeOwner(person) : null,
  });
  return changeOf(`channel ${channel.channelId}`, facts(oldOwner), facts(owner));
}
