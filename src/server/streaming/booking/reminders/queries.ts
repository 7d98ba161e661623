import { and, eq, exists, lt, sql } from 'drizzle-orm';
import { BOOKABLE_DAYS } from '#domain/limits/booking.ts';
import { DAY } from '#domain/limits/durations.ts';
import type { Db } from '../../../db/database.ts';
import { isMailWaiting, mailQueue } from '../../../db/mail-queue.ts';
import { bookingReminders } from '../../../db/schema/booking.ts';
import { movies } from '../../../db/schema/catalogue.ts';

export type BookingReminder = typeof bookingReminders.$inferSelect;

const isReminderOf = ({ userId, movieId }: Pick<BookingReminder, 'userId' | 'movieId'>) =>
  and(eq(bookingReminders.userId, userId), eq(bookingReminders.movieId, movieId));

/** Resets a reminder that was already sent: the film's date may have been postponed since. */
export const saveReminder = (
  db: Db,
  { userId, movieId, timezone, askedAt }: Omit<BookingReminder, SendColumns>,
) => {
  const newState = { timezone, askedAt, dueAt: askedAt, sentAt: null, droppedAt: null, tries: 0 };
  return db
    .insert(bookingReminders)
    .values({ userId, movieId, ...newState })
    .onConflictDoUpdate({
      target: [bookingReminders.userId, bookingReminders.movieId],
      set: newState,
    });
};
type SendColumns = 'dueAt' | 'sentAt' | 'droppedAt' | 'tries';

export const deleteReminder = (db: Db, userId: number, movieId: number) =>
  db.delete(bookingReminders).where(isReminderOf({ userId, movieId }));

export const hasReminder = async (db: Db, userId: number, movieId: number): Promise<boolean> =>
  (await db.$count(
    bookingReminders,
    and(isReminderOf({ userId, movieId }), isMailWaiting(bookingReminders)),
  )) > 0;

/** Chosen: 8 a.m. of `bookingOpeningDay`, in the viewer's time zone. */
const SEND_HOUR = 8;

const sendAt = sql`(date_trunc('day', (${movies.streamingStartDate} + interval '59 minutes 59.999 seconds')
    at time zone ${bookingReminders.timezone})
  - make_interval(days => ${BOOKABLE_DAYS - 1}::int) + make_interval(hours => ${SEND_HOUR}::int))
  at time zone ${bookingReminders.timezone}`;

const queue = mailQueue(bookingReminders, ['userId', 'movieId']);
export const reminderQueue = { ...queue, claim: claimDueReminder };

/** The reminder of a withdrawn or postponed film is not due. */
function claimDueReminder(db: Db, now: Date): Promise<BookingReminder | undefined> {
  const openFilm = db
    .select({ one: sql`1` })
    .from(movies)
    .where(
      and(
        eq(movies.movieId, bookingReminders.movieId),
        eq(movies.active, 'Y'),
        lt(movies.streamingStartDate, new Date(now.getTime() + (BOOKABLE_DAYS + 1) * DAY)),
        sql`${sendAt} <= ${now.toISOString()}::timestamptz`,
      ),
    );
  return queue.claim(db, now, exists(openFilm));
}
