import { and, asc, eq, isNull, lt, lte, sql } from 'drizzle-orm';
import { BOOKABLE_DAYS, DAY } from '#domain/limits.ts';
import type { Db } from '../../../db/database.ts';
import { bookingReminders } from '../../../db/schema/booking.ts';
import { movies } from '../../../db/schema/catalogue.ts';
import { nextTryAt } from '../../outbox.ts';

export type BookingReminder = typeof bookingReminders.$inferSelect;

const isReminderOf = ({ userId, movieId }: Pick<BookingReminder, 'userId' | 'movieId'>) =>
  and(eq(bookingReminders.userId, userId), eq(bookingReminders.movieId, movieId));
const isWaiting = and(isNull(bookingReminders.sentAt), isNull(bookingReminders.droppedAt));

/** Resets a reminder that was already sent: the film's date may have been postponed since. */
export const saveReminder = (db: Db, { userId, movieId, timezone, askedAt }: Omit<BookingReminder, SendColumns>) => {
  const newState = { timezone, askedAt, dueAt: askedAt, sentAt: null, droppedAt: null, tries: 0 };
  return db
    .insert(bookingReminders)
    .values({ userId, movieId, ...newState })
    .onConflictDoUpdate({ target: [bookingReminders.userId, bookingReminders.movieId], set: newState });
};
type SendColumns = 'dueAt' | 'sentAt' | 'droppedAt' | 'tries';

export const deleteReminder = (db: Db, userId: number, movieId: number) =>
  db.delete(bookingReminders).where(isReminderOf({ userId, movieId }));

export const hasReminder = async (db: Db, userId: number, movieId: number): Promise<boolean> =>
  (await db.$count(bookingReminders, and(isReminderOf({ userId, movieId }), isWaiting))) > 0;

/** Chosen: 8 a.m. of `bookingOpeningDay`, in the viewer's time zone. */
const SEND_HOUR = 8;

const sendAt = sql`(date_trunc('day', (${movies.streamingStartDate} + interval '59 minutes 59.999 seconds')
    at time zone ${bookingReminders.timezone})
  - make_interval(days => ${BOOKABLE_DAYS - 1}::int) + make_interval(hours => ${SEND_HOUR}::int))
  at time zone ${bookingReminders.timezone}`;

/** Retries as in booking/mails. The reminder of a withdrawn or postponed film is not due. */
export const claimDueReminder = (db: Db, now: Date): Promise<BookingReminder | undefined> =>
  db.transaction(async (tx) => {
    const [due] = await tx
      .select({ reminder: bookingReminders })
      .from(bookingReminders)
      .innerJoin(movies, eq(movies.movieId, bookingReminders.movieId))
      .where(
        and(
          isWaiting,
          lte(bookingReminders.dueAt, now),
          eq(movies.active, 'Y'),
          lt(movies.streamingStartDate, new Date(now.getTime() + (BOOKABLE_DAYS + 1) * DAY)),
          sql`${sendAt} <= ${now.toISOString()}::timestamptz`,
        ),
      )
      .orderBy(asc(bookingReminders.dueAt), asc(bookingReminders.userId))
      .limit(1)
      .for('update', { of: bookingReminders, skipLocked: true });
    if (!due) return undefined;
    await tx
      .update(bookingReminders)
      .set({ tries: sql`${bookingReminders.tries} + 1`, dueAt: nextTryAt(now, due.reminder.tries) })
      .where(isReminderOf(due.reminder));
    return due.reminder;
  });

export const closeReminder = (db: Db, reminder: BookingReminder, end: 'sentAt' | 'droppedAt', now: Date) =>
  db
    .update(bookingReminders)
    .set({ [end]: now })
    .where(isReminderOf(reminder));
