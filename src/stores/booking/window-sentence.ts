import { displayLocalAndCinemaTime } from '#domain/format/date-times.ts';
import { latestStart, type ViewingWindow } from '#domain/viewing.ts';
import { bookingMessages as text } from '#messages/booking.ts';

/** Text alternative of the drawn window. */
export function windowSentence(
  window: ViewingWindow,
  runningTime: number | null,
  zone: string,
): string {
  const opens = displayLocalAndCinemaTime(window.bookingStartTime, zone);
  const closes = displayLocalAndCinemaTime(window.bookingEndTime, zone);
  const latest = latestStart(window, runningTime);
  return latest
    ? text.windowRunsWithLatestStart(opens, closes, displayLocalAndCinemaTime(latest, zone))
    : text.windowRuns(opens, closes);
}
