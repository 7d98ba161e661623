import { atom, computed } from 'nanostores';
import { accountMessages as text } from '#messages/accounts.ts';
import { $user, changeProfile } from './accounts.ts';
import { createTask } from '../lib/task.ts';
import { notify } from '../notices/notices.ts';

/** The value being saved. */
const $pending = atom<boolean | null>(null);
export const $reminders = computed(
  [$pending, $user],
  (pending, user) => pending ?? user?.reminders ?? true,
);

/** After an error, the saved value is shown again. */
export const setReminders = createTask(async (isOn: boolean) => {
  $pending.set(isOn);
  try {
    await changeProfile({ reminders: isOn });
    notify('success', isOn ? text.remindersOn : text.remindersOff);
  } finally {
    $pending.set(null);
  }
});
