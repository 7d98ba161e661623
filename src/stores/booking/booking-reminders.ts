import { map } from 'nanostores';
import { requestReminder, cancelReminder } from '#api/booking.ts';
import { bookingMessages as text } from '#messages/booking.ts';
import { viewerZone } from './booking.ts';
import { createTask } from '../lib/task.ts';
import { notify } from '../notices/notices.ts';

// Not in reminders.ts: that file imports the profile, which exceeds the film page's size budget.

/** Changes made on this page, by movieId. */
export const $bookingReminders = map<Record<number, boolean>>({});

export const setBookingReminder = createTask(async (movieId: number, isOn: boolean) => {
  await (isOn ? requestReminder(movieId, viewerZone()) : cancelReminder(movieId));
  $bookingReminders.setKey(movieId, isOn);
  notify('success', isOn ? text.reminderOn : text.reminderOff);
});
