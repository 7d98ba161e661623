import { and, asc, count, desc, eq, type SQL } from 'drizzle-orm';
import type { Sort } from '#contract/page.ts';
import type { Db } from '../../db/database.ts';
import { orders } from '../../db/schema/booking.ts';
import { movies } from '../../db/schema/catalogue.ts';
import { channelMovies, channels } from '../../db/schema/producer.ts';
import type { Listing } from '../listing.ts';
import { pickColumns } from '../../db/pick-columns.ts';
import { one } from '../../db/one.ts';

export type MovieRow = typeof movies.$inferSelect;

const ORDER_COLUMNS = {
  movieOrderId: orders.movieOrderId,
  orderDate: orders.orderDate,
  orderSource: orders.orderSource,
  orderCountry: orders.orderCountry,
  currency: orders.currency,
  unitPrice: orders.unitPrice,
  totalTaxValue: orders.totalTaxValue,
  discountValue: orders.discountValue,
  totalRoundedValue: orders.totalRoundedValue,
  paymentStatus: orders.paymentStatus,
};
export type OrderRow = Pick<typeof orders.$inferSelect, keyof typeof ORDER_COLUMNS>;

const CHANNEL_SORTS = { createdOn: channels.createdOn, channelName: channels.channelName };
export type ChannelField = keyof typeof CHANNEL_SORTS;
const MOVIE_SORTS = { movieId: movies.movieId, movieName: movies.movieName };
export type MovieField = keyof typeof MOVIE_SORTS;

const direction = ({ descending }: Sort) => (descending ? desc : asc);
const isOwnedBy = (userId: number): SQL => eq(channels.ownerId, userId);

export async function listChannels(
  db: Db,
  userId: number,
  { sort, limit, offset }: Listing<ChannelField>,
) {
  const inDirection = direction(sort);
  const rows = await db
    .select()
    .from(channels)
    .where(isOwnedBy(userId))
    .orderBy(inDirection(CHANNEL_SORTS[sort.field]), inDirection(channels.channelId))
    .limit(limit)
    .offset(offset);
  return { rows, total: await db.$count(channels, isOwnedBy(userId)) };
}

export const findOwnChannel = async (db: Db, userId: number, channelId: number) =>
  (
    await db
      .select()
      .from(channels)
      .where(and(isOwnedBy(userId), eq(channels.channelId, channelId)))
  )[0];

export async function listMovies(
  db: Db,
  channelId: number,
  { sort, limit, offset }: Listing<MovieField>,
) {
  const inDirection = direction(sort);
  const inChannel = eq(channelMovies.channelId, channelId);
  const rows = await db
    .select({ movie: movies })
    .from(channelMovies)
    .innerJoin(movies, eq(movies.movieId, channelMovies.movieId))
    .where(inChannel)
    .orderBy(inDirection(MOVIE_SORTS[sort.field]), inDirection(movies.movieId))
    .limit(limit)
    .offset(offset);
  return { rows: rows.map(({ movie }) => movie), total: await db.$count(channelMovies, inChannel) };
}

export const findOwnMovie = async (
  db: Db,
  userId: number,
  movieId: number,
): Promise<MovieRow | undefined> =>
  (
    await db
      .select({ movie: movies })
      .from(movies)
      .innerJoin(channelMovies, eq(channelMovies.movieId, movies.movieId))
      .innerJoin(channels, eq(channels.channelId, channelMovies.channelId))
      .where(and(isOwnedBy(userId), eq(movies.movieId, movieId)))
      .limit(1)
  )[0]?.movie;

/** Films of the producer's channels, each once, with its first channel. */
export const listOwnMovies = (db: Db, userId: number) =>
  db
    .selectDistinctOn([movies.movieId], {
      ...pickColumns(movies, 'movieId', 'movieName', 'movieNameEn', 'primaryLanguage'),
      image: movies.poster,
      posterGel: movies.posterGel,
      channelId: channels.channelId,
    })
    .from(movies)
    .innerJoin(channelMovies, eq(channelMovies.movieId, movies.movieId))
    .innerJoin(channels, eq(channels.channelId, channelMovies.channelId))
    .where(isOwnedBy(userId))
    .orderBy(movies.movieId, channels.channelId);

/** A subquery. */
export const movieIdsOf = (db: Db, userId: number) =>
  db
    .select({ movieId: channelMovies.movieId })
    .from(channelMovies)
    .innerJoin(channels, eq(channels.channelId, channelMovies.channelId))
    .where(isOwnedBy(userId));

export async function listOrders(
  db: Db,
  movieId: number,
  { descending, limit, offset }: { descending: boolean; limit: number; offset: number },
) {
  const inDirection = descending ? desc : asc;
  const ofMovie = eq(orders.movieId, movieId);
  // Finds the page in the index alone: skipped rows are not read.
  const page = db
    .select({ movieOrderId: orders.movieOrderId })
    .from(orders)
    .where(ofMovie)
    .orderBy(inDirection(orders.orderDate), inDirection(orders.movieOrderId))
    .limit(limit)
    .offset(offset)
    .as('page');
  const rows = await db
    .select(ORDER_COLUMNS)
    .from(orders)
    .innerJoin(page, eq(page.movieOrderId, orders.movieOrderId))
    .orderBy(inDirection(orders.orderDate), inDirection(orders.movieOrderId));
  const counted = one(await db.select({ total: count() }).from(orders).where(ofMovie));
  return { rows, total: counted.total };
}
