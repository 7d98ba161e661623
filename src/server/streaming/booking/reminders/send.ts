import { displayDay, displayHour } from '#domain/dates.ts';
import { secondName } from '#domain/film.ts';
import { zoneAbbreviation } from '#domain/zones.ts';
import { mailMessages as text } from '#messages/mails.ts';
import { href } from '#routes.ts';
import type { Config } from '../../../config/config.ts';
import type { Deps } from '../../../deps.ts';
import type { Mail } from '../../../ports/messenger/messenger.ts';
import { sendDue } from '../../outbox.ts';
import { letterHtml, letterText } from '../mails/letter-forms.ts';
import type { Letter } from '../mails/letter.ts';
import { findReader } from '../mails/queries.ts';
import { type BookedMovie, findMovieRow } from '../queries.ts';
import { type BookingReminder, claimDueReminder, closeReminder } from './queries.ts';

/** Writes to those who asked for it that the booking of a film is open; returns how many mails were sent. */
export const sendBookingReminders = (deps: Deps, signal?: AbortSignal): Promise<number> =>
  sendDue(
    deps,
    {
      claim: (now) => claimDueReminder(deps.db, now),
      write: (reminder) => write(deps, reminder),
      close: (reminder, end, now) => closeReminder(deps.db, reminder, end, now),
      about: ({ movieId, userId }) => ({ kind: 'booking_opens', movie: movieId, viewer: userId }),
    },
    signal,
  );

async function write({ db, config }: Deps, reminder: BookingReminder): Promise<Mail | null> {
  const movie = await findMovieRow(db, reminder.movieId);
  const reader = await findReader(db, reminder.userId);
  return movie && reader?.emailId ? mailOf(config, reminder, movie, reader.emailId) : null;
}

function mailOf({ origin }: Config, reminder: BookingReminder, movie: BookedMovie, to: string): Mail {
  const { userId, movieId, timezone, askedAt } = reminder;
  const start = movie.streamingStartDate!;
  const letter: Letter = {
    film: movie.movieName,
    otherName: secondName(movie),
    lead: text.bookingOpens.lead,
    facts: [
      [
        text.bookingOpens.streamsFrom,
        text.at(displayDay(start, timezone), displayHour(start, timezone), zoneAbbreviation(start, timezone)),
      ],
    ],
    links: [{ label: text.bookingOpens.book, address: `${origin}${href('ticketBooking', { movie_id: movieId })}` }],
    code: null,
    notes: [text.bookingOpens.once],
  };
  return {
    to,
    subject: text.bookingOpens.subject(movie.movieName),
    text: letterText(letter),
    html: letterHtml(letter),
    // There the reminder is cancelled.
    unsubscribe: `${origin}${href('movieDetails', { movie_id: movieId })}`,
    messageId: `<booking-${movieId}-${userId}-${askedAt.getTime()}@${new URL(origin).hostname}>`,
  };
}
