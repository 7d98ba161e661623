import { randomUUID } from 'node:crypto';
import { DAY, HOUR } from '#domain/limits.ts';
import { toPaise } from '#domain/pricing.ts';
import type { Db } from '#server/db/database.ts';
import { users } from '#server/db/schema/accounts.ts';
import { coupons, orders } from '#server/db/schema/booking.ts';
import { movies, packages } from '#server/db/schema/catalogue.ts';
import { moviePlays, playbackSessions } from '#server/db/schema/playback.ts';
import { reviews } from '#server/db/schema/reviews.ts';
import { submissionFees } from '#server/db/schema/submission.ts';
import { searchColumns } from '#domain/search-key.ts';
import type { Clock } from './house.ts';

/** What is known of a package whose files no test asks for. */
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

/** Makes the things that a test needs; what it does not name is plain and valid. */
export function makers(db: Db, clock: Clock) {
  let count = 0;
  /** The number of a package. It has no files. */
  const aPackage = async () => {
    const [stored] = await db
      .insert(packages)
      .values({ packageKey: 'plain', manifest: MANIFEST, keys: [] })
      .onConflictDoUpdate({ target: packages.packageKey, set: { manifest: MANIFEST } })
      .returning();
    return stored!.packageId;
  };

  return {
    aPackage,
    async aViewer(given: Partial<typeof users.$inferInsert> = {}) {
      const [user] = await db
        .insert(users)
        .values({
          dialCode: '91',
          mobile: `97${String(++count).padStart(8, '0')}`,
          mobileVerifiedAt: clock.now(),
          firstName: 'Meena',
          ...given,
        })
        .returning();
      return user!;
    },

    /** Streams since yesterday at 149 rupees and has a package, unless said otherwise. */
    async aFilm({ ticketRate = 149, ...given }: Partial<typeof movies.$inferInsert> & { ticketRate?: number } = {}) {
      const movieName = given.movieName ?? `Film ${++count}`;
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
          ...searchColumns({ movieName, movieNameEn: given.movieNameEn }),
          ...(given.packageId === undefined && { packageId: await aPackage() }),
          ...given,
          ticketRate: toPaise(ticketRate),
        })
        .returning();
      return movie!;
    },

    async aCoupon(given: Partial<typeof coupons.$inferInsert> = {}) {
      const [coupon] = await db
        .insert(coupons)
        .values({ couponCode: `CODE${++count}`, couponType: 'PERCENTAGE', couponValue: 50, ...given })
        .returning();
      return coupon!;
    },

    /** A ticket that was paid, for the next 24 hours. */
    async anOrder(viewer: Person, movie: Film, given: Partial<typeof orders.$inferInsert> = {}) {
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
          ...given,
        })
        .returning();
      return order!;
    },

    /** A fee of 500 rupees that nobody has paid. */
    async aFee(maker: Person, given: Partial<typeof submissionFees.$inferInsert> = {}) {
      const [fee] = await db
        .insert(submissionFees)
        .values({
          feeNo: `F${++count}`,
          userId: maker.userId,
          amount: 50_000,
          createdAt: clock.now(),
          ...given,
        })
        .returning();
      return fee!;
    },

    async aReview(viewer: Person, movie: Film, given: Partial<typeof reviews.$inferInsert> = {}) {
      const [review] = await db
        .insert(reviews)
        .values({ userId: viewer.userId, movieId: movie.movieId, rating: 4, reviewComments: 'Good', ...given })
        .returning();
      return review!;
    },

    /** A film begun with a ticket: the sitting that is open, and the play that it noted. */
    async aSitting({ movieOrderId, movieId, ...order }: typeof orders.$inferSelect, packageId: number) {
      const held = { movieOrderId, movieId, userId: order.userId! };
      const startedAt = clock.now();
      const [sitting] = await db
        .insert(playbackSessions)
        .values({
          ...held,
          sessionId: randomUUID(),
          packageId,
          startedAt,
          endsAt: new Date(startedAt.getTime() + 3 * HOUR),
        })
        .returning();
      const [play] = await db
        .insert(moviePlays)
        .values({ ...held, playStartTime: startedAt })
        .returning();
      return { sitting: sitting!, play: play! };
    },
  };
}
