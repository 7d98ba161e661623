import { atom, computed } from 'nanostores';
import { accountMessages as text } from '#messages/accounts.ts';
import { href } from '#routes.ts';
import { $user, changeProfile } from './accounts.ts';
import { goInstead } from './lib/navigate.ts';
import { createTask } from './lib/status.ts';
import { notify } from './notices.ts';

const $ticked = atom<string[] | null>(null);
/** What is ticked on the language page: what is saved, until something is changed. */
export const $languages = computed([$ticked, $user], (ticked, user) => ticked ?? user?.languages ?? []);

export function toggleLanguage(name: string) {
  const ticked = $languages.get();
  $ticked.set(ticked.includes(name) ? ticked.filter((each) => each !== name) : [...ticked, name]);
}

export const saveLanguages = createTask(async () => {
  await changeProfile({ languages: $languages.get() });
  $ticked.set(null);
  notify('success', text.languagesSaved);
  goInstead(href('profileSettings'));
});
