import { bilingualName, distinctEnglishName } from '#domain/film.ts';
import { zoneAbbreviation } from '#domain/format/date-times.ts';
import { displayDay, displayTime } from '#domain/format/dates.ts';
import { mailMessages as text } from '#messages/mails.ts';
import { href } from '#routes.ts';
import type { Config } from '../../../config/config.ts';
import type { Deps } from '../../../deps.ts';
import { isProvenAddress } from '../../../message-budget/mail-address.ts';
import type { Mail } from '../../../ports/messenger/messenger.ts';
import { type OutgoingMail, sendOutbox } from '../../outbox.ts';
import { type MailContent, renderMail } from '../mails/render-mail.ts';
import { type BookedMovie, findMovieRow, findProfile } from '../queries.ts';
import { type BookingReminder, reminderQueue } from './queries.ts';

export const sendBookingReminders = (deps: Deps, signal?: AbortSignal): Promise<number> =>
  sendOutbox(
    deps,
    {
      ...reminderQueue,
      compose: (reminder) => compose(deps, reminder),
      logFields: ({ movieId, userId }) => ({
        kind: 'booking_opens',
        movie: movieId,
        viewer: userId,
      }),
    },
    signal,
  );

async function compose(
  { db, config }: Deps,
  reminder: BookingReminder,
): Promise<OutgoingMail | null> {
  const movie = await findMovieRow(db, reminder.movieId);
  const recipient = await findProfile(db, reminder.userId);
  if (!movie || !recipient?.emailId) return null;
  return {
    mail: toMail(config, { reminder, movie, to: recipient.emailId }),
    kind: 'booking_opens',
    accountId: reminder.userId,
    isProven: isProvenAddress(recipient, recipient.emailId),
  };
}

function toMail(
  { siteOrigins: [origin] }: Config,
  { reminder, movie, to }: { reminder: BookingReminder; movie: BookedMovie; to: string },
): Mail {
  const { userId, movieId, timezone, askedAt } = reminder;
  const start = movie.streamingStartDate!;
  const content: MailContent = {
    film: movie.movieName,
    englishName: distinctEnglishName(movie),
    lead: text.bookingOpens.lead,
    facts: [
      [
        text.bookingOpens.streamsFrom,
        text.at(
          displayDay(start, timezone),
          displayTime(start, timezone),
          zoneAbbreviation(start, timezone),
        ),
      ],
    ],
    links: [
      {
        label: text.bookingOpens.book,
        address: `${origin}${href('ticketBooking', { movie_id: movieId })}`,
      },
    ],
    qrCodeCid: null,
    notes: [text.bookingOpens.once],
  };
  return {
    to,
    subject: text.bookingOpens.subject(bilingualName(movie)),
    ...renderMail(content),
    unsubscribe: `${origin}${href('movieDetails', { movie_id: movieId })}`,
    messageId: `<booking-${movieId}-${userId}-${askedAt.getTime()}@${new URL(origin).hostname}>`,
  };
}
