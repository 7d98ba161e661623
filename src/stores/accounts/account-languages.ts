import { atom, computed } from 'nanostores';
import { accountMessages as text } from '#messages/accounts.ts';
import { href } from '#routes.ts';
import { $user, changeProfile } from './accounts.ts';
import { replacePage } from '../lib/navigate.ts';
import { createTask } from '../lib/task.ts';
import { notifyOnNextPage } from '../notices/notices.ts';

const $selected = atom<string[] | null>(null);
export const $languages = computed(
  [$selected, $user],
  (selected, user) => selected ?? user?.languages ?? [],
);

export function toggleLanguage(name: string) {
  const selected = $languages.get();
  $selected.set(
    selected.includes(name) ? selected.filter((each) => each !== name) : [...selected, name],
  );
}

export const saveLanguages = createTask(async () => {
  await changeProfile({ languages: $languages.get() });
  $selected.set(null);
  notifyOnNextPage('success', text.languagesSaved);
  replacePage(href('profileSettings'));
});
