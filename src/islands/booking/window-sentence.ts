import { displayBoth } from '#domain/moments.ts';
import { latestStart, type Window } from '#domain/viewing.ts';
import { bookingMessages as text } from '#messages/booking.ts';

/** What the drawn window says, in a sentence. */
export function windowSentence(window: Window, runningTime: number | null, zone: string): string {
  const [opens, closes] = [displayBoth(window.bookingStartTime, zone), displayBoth(window.bookingEndTime, zone)];
  const latest = latestStart(window, runningTime);
  return latest ? text.windowRunsFor(opens, closes, displayBoth(latest, zone)) : text.windowRuns(opens, closes);
}
