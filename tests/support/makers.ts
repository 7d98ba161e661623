import { DAY } from '#domain/limits.ts';
import { toPaise } from '#domain/pricing.ts';
import type { Db } from '#server/db/open.ts';
import { coupons, movies, users } from '#server/db/schema.ts';
import { searchColumns } from '#domain/search-key.ts';
import type { Clock } from './house.ts';

/** Makes the things that a test needs; what it does not name is plain and valid. */
export function makers(db: Db, clock: Clock) {
  let count = 0;

  return {
    async aViewer(given: Partial<typeof users.$inferInsert> = {}) {
      const [user] = await db
        .insert(users)
        .values({ dialCode: '91', mobile: `97${String(++count).padStart(8, '0')}`, firstName: 'Meena', ...given })
        .returning();
      return user!;
    },

    /** Streams since yesterday at 149 rupees, unless said otherwise. */
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
  };
}
