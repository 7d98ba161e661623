import { randomUUID } from 'node:crypto';
import { firstOf, lastOf } from '#domain/existing.ts';
import { DAY } from '#domain/limits/durations.ts';
import { PRODUCER } from '#domain/roles.ts';
import { searchColumns } from '#domain/search-key.ts';
import type { Database } from '#server/db/database.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { users } from '#server/db/schema/accounts.ts';
import { orders } from '#server/db/schema/booking.ts';
import { movies } from '#server/db/schema/catalogue.ts';
import { moviePlays, playbackSessions } from '#server/db/schema/playback.ts';
import { channelMovies, channels } from '#server/db/schema/producer.ts';
import { one } from '#server/db/one.ts';
import { CommandError } from '../../command-error.ts';
import { addPackage } from '../package.ts';
import { pick } from '../pick.ts';

const ROWS_AT_ONCE = 1000;
const WORDS =
  'night rail seven doors shadow wave river window mountain kite lamp tea stair tide rain town moon'.split(
    ' ',
  );

export interface SimulatedViewer {
  userId: number;
  movieOrderId: number;
  sessionId: string;
  moviePlayId: number;
}
export interface TestData {
  movieIds: number[];
  soldFilm: { producerId: number; movieId: number };
  viewers: SimulatedViewer[];
  terms: string[];
}

interface Counts {
  titles: number;
  viewers: number;
}

/**
 * Empties the database and fills it. Throws CommandError if it has films that are not from a bench.
 */
export async function fillBenchDatabase(databaseUrl: string, counts: Counts): Promise<TestData> {
  const database = await openDatabase(databaseUrl);
  try {
    const [row] = (
      await database.query(
        `select exists (select from movies where movie_key not like 'bench%') as any`,
      )
    ).rows;
    if (row?.['any'])
      throw new CommandError(
        'This database has films. Set DATABASE_URL to an empty one: the bench fills and empties it.',
      );
    await database.runSql(
      'truncate movies, users, orders, packages, playback_sessions, movie_plays, rate_limits restart identity cascade',
    );
    return await insertTestData(database, counts);
  } finally {
    await database.close();
  }
}

/**
 * Inserts streaming films, and viewers who have an open ticket and a playback session for the first
 * film.
 */
async function insertTestData(database: Database, { titles, viewers }: Counts): Promise<TestData> {
  const { db } = database;
  const now = new Date();
  const packageId = await addPackage(db);
  const movieIds: number[] = [];
  for (let first = 0; first < titles; first += ROWS_AT_ONCE) {
    const rows = Array.from({ length: Math.min(ROWS_AT_ONCE, titles - first) }, (_, at) => ({
      ...filmRow(first + at, now),
      packageId,
    }));
    movieIds.push(
      ...(await db.insert(movies).values(rows).returning()).map(({ movieId }) => movieId),
    );
  }
  const simulatedViewers: SimulatedViewer[] = [];
  for (let first = 0; first < viewers; first += ROWS_AT_ONCE)
    simulatedViewers.push(
      ...(await insertPlaybacks({ db } as Database, {
        first,
        count: Math.min(ROWS_AT_ONCE, viewers - first),
        movieId: firstOf(movieIds),
        now,
      })),
    );
  return {
    movieIds,
    viewers: simulatedViewers,
    terms: searchTerms(),
    soldFilm: await insertSales(database, lastOf(movieIds)),
  };
}

/** A thousand different terms, each in the name of at least one of 5,000 films. */
const searchTerms = () =>
  Array.from({ length: 1000 }, (_, number) => `${WORDS[(number * 7) % WORDS.length]} ${number}`);

export const ORDER_COUNT = 100_000;

async function insertSales(
  { db, query }: Database,
  movieId: number,
): Promise<TestData['soldFilm']> {
  const { userId: producerId } = one(
    await db
      .insert(users)
      .values({
        dialCode: '91',
        mobile: '8000000000',
        mobileVerifiedAt: new Date(),
        roles: [PRODUCER],
      })
      .returning(),
  );
  const { channelId } = one(
    await db.insert(channels).values({ channelName: 'Bench', ownerId: producerId }).returning(),
  );
  await db.insert(channelMovies).values({ channelId, movieId });
  await query(
    `insert into orders (order_no, movie_id, booking_start_time, booking_end_time, timezone, unit_price, discount_value,
       total_order_value, tax_percentage, total_tax_value, total_rounded_value, currency, order_date, payment_status, order_country)
     select 'BENCH-S' || n, $1, now(), now() + interval '1 day', 'Asia/Kolkata', 14900, 0, 14900, 18, 2682, 17600, 'INR',
       now() - n * interval '37 seconds', 'PAID', 'IN'
     from generate_series(1, ${ORDER_COUNT}) n`,
    [movieId],
  );
  await query('vacuum analyze');
  return { producerId, movieId };
}

function filmRow(number: number, now: Date) {
  const movieName = `${WORDS[number % WORDS.length]} ${WORDS[(number * 7) % WORDS.length]} ${number}`;
  return {
    movieName,
    ...searchColumns({ movieName }),
    movieKey: `bench${number}`,
    primaryLanguage: 'Tamil',
    movieType: 'MOVIES' as const,
    ticketRate: 14900,
    streamingStartDate: new Date(now.getTime() - DAY - number * 60_000),
    releaseDate: new Date(now.getTime() - DAY - number * 60_000),
    movieDescription: 'A long evening in a small town. '.repeat(15),
  };
}

async function insertPlaybacks(
  { db }: Database,
  { first, count, movieId, now }: { first: number; count: number; movieId: number; now: Date },
): Promise<SimulatedViewer[]> {
  const packageId = await addPackage(db);
  const people = await db
    .insert(users)
    .values(
      Array.from({ length: count }, (_, at) => ({
        dialCode: '91',
        mobile: `9${String(first + at).padStart(9, '0')}`,
        mobileVerifiedAt: now,
      })),
    )
    .returning();
  const end = new Date(now.getTime() + DAY);
  const tickets = await db
    .insert(orders)
    .values(people.map(({ userId }) => ticketRow({ userId, movieId, start: now, end })))
    .returning();
  const sessions = tickets.map(({ movieOrderId }, at) => ({
    sessionId: randomUUID(),
    movieOrderId,
    userId: pick(people, at).userId,
    movieId,
    packageId,
    startedAt: now,
    endsAt: end,
  }));
  await db.insert(playbackSessions).values(sessions);
  const plays = await db
    .insert(moviePlays)
    .values(
      sessions.map(({ userId, movieOrderId }) => ({
        movieId,
        userId,
        movieOrderId,
        playStartTime: now,
      })),
    )
    .returning();
  return sessions.map(({ sessionId, userId, movieOrderId }, at) => ({
    userId,
    movieOrderId,
    sessionId,
    moviePlayId: pick(plays, at).moviePlayId,
  }));
}

const ticketRow = ({
  userId,
  movieId,
  start,
  end,
}: {
  userId: number;
  movieId: number;
  start: Date;
  end: Date;
}) => ({
  orderNo: `BENCH-${userId}`,
  userId,
  movieId,
  bookingStartTime: start,
  bookingEndTime: end,
  timezone: 'Asia/Kolkata',
  unitPrice: 14900,
  discountValue: 0,
  totalOrderValue: 14900,
  taxPercentage: 18,
  totalTaxValue: 2682,
  totalRoundedValue: 17600,
  currency: 'INR',
  orderDate: start,
  paymentStatus: 'PAID' as const,
});
