import { atom, computed } from 'nanostores';
import { accountMessages as text } from '#messages/accounts.ts';
import { $user, changeProfile } from './accounts.ts';
import { createTask } from './lib/status.ts';
import { notify } from './notices.ts';

/** What was asked for and is not saved yet. */
const $asked = atom<boolean | null>(null);
export const $reminders = computed([$asked, $user], (asked, user) => asked ?? user?.reminders ?? true);

/** Whether mails remind of a ticket before its window opens; what could not be saved goes back to what is. */
export const setReminders = createTask(async (isOn: boolean) => {
  $asked.set(isOn);
  try {
    await changeProfile({ reminders: isOn });
    notify('success', isOn ? text.remindersOn : text.remindersOff);
  } finally {
    $asked.set(null);
  }
});
