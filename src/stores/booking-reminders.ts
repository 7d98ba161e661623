import { map } from 'nanostores';
import { askReminder, dropReminder } from '#api/booking.ts';
import { bookingMessages as text } from '#messages/booking.ts';
import { viewerZone } from './booking.ts';
import { createTask } from './lib/status.ts';
import { notify } from './notices.ts';

// Apart from reminders.ts, which brings the whole profile: a film's page has a budget.

/** By film, whether a mail is wanted on the day when its booking opens: what was changed on this page. */
export const $bookingReminders = map<Record<number, boolean>>({});

export const setBookingReminder = createTask(async (movieId: number, isOn: boolean) => {
  await (isOn ? askReminder(movieId, viewerZone()) : dropReminder(movieId));
  $bookingReminders.setKey(movieId, isOn);
  notify('success', isOn ? text.reminderOn : text.reminderOff);
});
