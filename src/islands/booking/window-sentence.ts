import { displayLocalAndCinemaTime } from '#domain/display-time.ts';
import { latestStart, type ViewingWindow } from '#domain/viewing.ts';
import { bookingMessages as text } from '#messages/booking.ts';

/** Text alternative of the drawn window. */
export function windowSentence(window: ViewingWindow, runningTime: number | null, zone: string): string {
  const [opens, closes] = [
    displayLocalAndCinemaTime(window.bookingStartTime, zone),
    displayLocalAndCinemaTime(window.bookingEndTime, zone),
  ];
  const latest = latestStart(window, runningTime);
  return latest
    ? text.windowRunsWithLatestStart(opens, closes, displayLocalAndCinemaTime(latest, zone))
    : text.windowRuns(opens, closes);
}
