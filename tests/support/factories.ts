import { randomUUID } from 'node:crypto';
import { DAY, HOUR } from '#domain/limits/durations.ts';
import { type Rupees, toPaise } from '#domain/pricing.ts';
import type { Db } from '#server/db/database.ts';
import { users } from '#server/db/schema/accounts.ts';
import { coupons, orders } from '#server/db/schema/booking.ts';
import { movies, packages } from '#server/db/schema/catalogue.ts';
import { moviePlays, playbackSessions } from '#server/db/schema/playback.ts';
import { reviews } from '#server/db/schema/reviews.ts';
import { submissionFees } from '#server/db/schema/submission.ts';
import { searchColumns } from '#domain/search-key.ts';
import type { Clock } from './test-now.ts';

const MANIFEST = {
  version: 1,
  durationSeconds: 7200,
  renditions: [],
  captions: [],
  poster: 'poster.jpg',
  sprite: { uri: 'sprite.webp', columns: 1, rows: 1, width: 160, height: 90, everySeconds: 5 },
};

type Person = Pick<typeof users.$inferSelect, 'userId'>;
type Film = Pick<typeof movies.$inferSelect, 'movieId'>;

/** Creates test rows. Fields that a test does not pass get valid defaults. */
export function createFactories(db: Db, clock: Clock) {
  let count = 0;
  const aPackageId = async () => {
    const [row] = await db
      .insert(packages)
      .values({ packageKey: 'plain', manifest: MANIFEST, keys: [] })
      .onConflictDoUpdate({ target: packages.packageKey, set: { manifest: MANIFEST } })
      .returning();
    return row!.packageId;
  };

  return {
    aPackageId,
    async aViewer(overrides: Partial<typeof users.$inferInsert> = {}) {
      const [user] = await db
        .insert(users)
        .values({
          dialCode: '91',
          mobile: `97${String(++count).padStart(8, '0')}`,
          mobileVerifiedAt: clock.now(),
          firstName: 'Meena',
          ...overrides,
        })
        .returning();
      return user!;
    },

    /** By default streams since yesterday for 149 rupees, with a package. */
    async aFilm({
      ticketRate = 149,
      ...overrides
    }: Partial<Omit<typeof movies.$inferInsert, 'ticketRate'>> & { ticketRate?: Rupees } = {}) {
      const movieName = overrides.movieName ?? `Film ${++count}`;
      const [movie] = await db
        .insert(movies)
        .values({
          movieKey: `key${++count}`,
          movieName,
          primaryLanguage: 'Tamil',
          movieType: 'MOVIES',
          runningTime: 120,
          streamingStartDate: new Date(clock.now().getTime() - DAY),
          releaseDate: new Date(clock.now().getTime() - DAY),
          ...searchColumns({ movieName, movieNameEn: overrides.movieNameEn }),
          ...(overrides.packageId === undefined && { packageId: await aPackageId() }),
          ...overrides,
          ticketRate: toPaise(ticketRate),
        })
        .returning();
      return movie!;
    },

    async aCoupon(overrides: Partial<typeof coupons.$inferInsert> = {}) {
      const [coupon] = await db
        .insert(coupons)
        .values({
          couponCode: `CODE${++count}`,
          couponType: 'PERCENTAGE',
          couponValue: 50,
          ...overrides,
        })
        .returning();
      return coupon!;
    },

    async anOrder(
      viewer: Person,
      movie: Film,
      overrides: Partial<typeof orders.$inferInsert> = {},
    ) {
      const start = clock.now();
      const [order] = await db
        .insert(orders)
        .values({
          orderNo: `T${++count}`,
          userId: viewer.userId,
          movieId: movie.movieId,
          bookingStartTime: start,
          bookingEndTime: new Date(start.getTime() + DAY),
          timezone: 'Asia/Kolkata',
          unitPrice: 14900,
          discountValue: 0,
          totalOrderValue: 14900,
          taxPercentage: 18,
          totalTaxValue: 2682,
          totalRoundedValue: 17600,
          currency: 'INR',
          orderDate: start,
          paymentStatus: 'PAID',
          ...overrides,
        })
        .returning();
      return order!;
    },

    /** By default an unpaid fee of 500 rupees. */
    async aFee(maker: Person, overrides: Partial<typeof submissionFees.$inferInsert> = {}) {
      const [fee] = await db
        .insert(submissionFees)
        .values({
          feeNo: `F${++count}`,
          userId: maker.userId,
          amount: 50_000,
          createdAt: clock.now(),
          ...overrides,
        })
        .returning();
      return fee!;
    },

    async aReview(
      viewer: Person,
      movie: Film,
      overrides: Partial<typeof reviews.$inferInsert> = {},
    ) {
      const [review] = await db
        .insert(reviews)
        .values({
          userId: viewer.userId,
          movieId: movie.movieId,
          rating: 4,
          reviewComments: 'Good',
          ...overrides,
        })
        .returning();
      return review!;
    },

    async aPlaybackSession(
      { movieOrderId, movieId, ...order }: typeof orders.$inferSelect,
      packageId: number,
    ) {
      const ids = { movieOrderId, movieId, userId: order.userId! };
      const startedAt = clock.now();
      const [session] = await db
        .insert(playbackSessions)
        .values({
          ...ids,
          sessionId: randomUUID(),
          packageId,
          startedAt,
          endsAt: new Date(startedAt.getTime() + 3 * HOUR),
        })
        .returning();
      const [play] = await db
        .insert(moviePlays)
        .values({ ...ids, playStartTime: startedAt })
        .returning();
      return { session: session!, play: play! };
    },
  };
}
