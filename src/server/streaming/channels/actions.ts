import { nameOf } from '#domain/person.ts';
import { isProducer } from '#domain/roles.ts';
import { nearestName } from '#domain/nearest-name.ts';
import { operatorMessages as text } from '#messages/operator.ts';
import type { Db } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { type Change, changeOf } from '../../operator/change.ts';
import { callName, filmsOf, notThere, refused } from '../catalogue/manage/found.ts';
import {
  addChannelFilms,
  changeChannel,
  type ChannelRow,
  channelsNamed,
  filmsOfChannel,
  findOwner,
  foreignChannelOf,
  giveFilms,
  insertChannel,
  listChannels,
  removeChannelFilms,
} from './queries.ts';

export const findChannels = ({ db }: Deps) => listChannels(db);

/** The channel of a number, a reference or a name that only it has. Throws not_found, channel_ambiguous. */
async function channelOf(db: Db, name: string): Promise<ChannelRow> {
  const found = await channelsNamed(db, name);
  const exact = found.filter(({ importRef, channelId }) => importRef === name || String(channelId) === name);
  const [channel, ...others] = exact.length ? exact : found;
  if (!channel) throw notThere(text.noChannel(name, await nearestChannel(db, name)));
  if (others.length) throw new AppError('invalid', 'channel_ambiguous', text.severalChannels(name));
  return channel;
}

async function nearestChannel(db: Db, name: string): Promise<string | null> {
  const names = (await listChannels(db)).flatMap(({ ref, channelName }) => [ref ?? [], channelName].flat());
  return nearestName(name, names);
}

async function producerOf(db: Db, userId: number) {
  const owner = await findOwner(db, userId);
  if (!owner || !isProducer(owner.roles)) throw refused('no_producer', text.noProducer(String(userId)));
  return owner;
}

/** A new channel of a producer. Throws no_producer, film_unknown, film_of_another. */
export async function createChannel(
  deps: Deps,
  {
    channelName,
    ownerId,
    channelImage,
    films,
  }: { channelName: string; ownerId: number; channelImage: string | null; films: string[] },
): Promise<Change[]> {
  const owner = await producerOf(deps.db, ownerId);
  const channel = await insertChannel(deps.db, { channelName, ownerId, channelImage, createdOn: deps.now() });
  if (films.length) await addFilms(deps, String(channel.channelId), films);
  const facts = { channelName, channelImage, owner: `${ownerId} ${nameOf(owner)}`.trim(), films };
  return changeOf(`channel ${channel.channelId}`, null, facts);
}

/** Another name or picture. Throws not_found. */
export async function editChannel(
  { db }: Deps,
  name: string,
  change: { channelName?: string | undefined; channelImage?: string | undefined },
): Promise<Change[]> {
  const before = await channelOf(db, name);
  const after = await changeChannel(db, before.channelId, change);
  const facts = ({ channelName, channelImage }: ChannelRow) => ({ channelName, channelImage });
  return changeOf(`channel ${before.channelId}`, facts(before), facts(after));
}

const namesIn = async (db: Db, channelId: number) => (await filmsOfChannel(db, channelId)).map(callName);

export async function listFilmsOf({ db }: Deps, name: string) {
  return filmsOfChannel(db, (await channelOf(db, name)).channelId);
}

/** Puts films into a channel. Chosen: a film has one owner, whose statements it is in; a second one is refused. */
export async function addFilms({ db }: Deps, name: string, films: string[]): Promise<Change[]> {
  const channel = await channelOf(db, name);
  const rows = await filmsOf(db, films);
  for (const film of rows) {
    const other = await foreignChannelOf(db, film.movieId, channel.ownerId);
    if (other) throw refused('film_of_another', text.ofAnotherChannel(callName(film), other.channelName));
  }
  const before = await namesIn(db, channel.channelId);
  await addChannelFilms(
    db,
    channel,
    rows.map(({ movieId }) => movieId),
  );
  return changeOf(`channel ${channel.channelId}`, { films: before }, { films: await namesIn(db, channel.channelId) });
}

/** Takes films out of a channel. Throws not_found for one that is not in it. */
export async function removeFilms({ db }: Deps, name: string, films: string[]): Promise<Change[]> {
  const channel = await channelOf(db, name);
  const rows = await filmsOf(db, films);
  const before = await filmsOfChannel(db, channel.channelId);
  const stranger = rows.find((film) => !before.some(({ movieId }) => movieId === film.movieId));
  if (stranger) throw notThere(text.notInChannel(callName(stranger)));
  await removeChannelFilms(
    db,
    channel,
    rows.map(({ movieId }) => movieId),
  );
  const after = await namesIn(db, channel.channelId);
  return changeOf(`channel ${channel.channelId}`, { films: before.map(callName) }, { films: after });
}

/** Gives a channel and its films to another producer. Throws not_found, no_producer, film_of_another. */
export async function giveChannel({ db }: Deps, name: string, ownerId: number): Promise<Change[]> {
  const channel = await channelOf(db, name);
  const owner = await producerOf(db, ownerId);
  const old = await findOwner(db, channel.ownerId);
  await changeChannel(db, channel.channelId, { ownerId });
  for (const film of await filmsOfChannel(db, channel.channelId)) {
    const other = await foreignChannelOf(db, film.movieId, ownerId);
    if (other) throw refused('film_of_another', text.ofAnotherChannel(callName(film), other.channelName));
  }
  await giveFilms(db, channel.channelId, ownerId);
  const named = (person: { userId: number; firstName: string | null; lastName: string | null }) =>
    `${person.userId} ${nameOf(person)}`.trim();
  return changeOf(`channel ${channel.channelId}`, { owner: old ? named(old) : null }, { owner: named(owner) });
}
