import { zodResolver } from '@hookform/resolvers/zod';
import { computed, map } from 'nanostores';
import { z } from 'zod';
import { fetchMyProfile, saveUserInfo } from '#api/accounts.ts';
import { User, UserInfo } from '#contract/accounts.ts';
import { accountMessages as text } from '#messages/accounts.ts';
import { goInstead } from './lib/navigate.ts';
import { persisted } from './lib/persisted.ts';
import { takeReturn } from './lib/return-path.ts';
import { createTask, errorText, isOffline, refusal, type Status } from './lib/status.ts';
import { notify } from './notices.ts';
import { $userId } from './session.ts';

export type { User, UserInfo };

/** Spec §4: the profile's reply is kept as it came and read through its `data`. */
const user = persisted('user', z.object({ data: User }));
export const $user = computed(user, (kept) => kept?.data ?? null);

const $asked = map<{ status: Status }>({ status: 'process' });
/** What is kept is shown at once, and renewed when the server answers. */
export const $profile = computed([$asked, $user], ({ status }, kept) => ({
  status: kept ? 'success' : status,
  user: kept,
}));

/** Spec §8: a profile that does not come is said as a toast; what was known before stays. */
export async function loadProfile() {
  $asked.setKey('status', 'process');
  try {
    user.set({ data: await fetchMyProfile() });
    $asked.setKey('status', 'success');
  } catch (error) {
    $asked.setKey('status', 'error');
    if (!refusal(error, 'token_invalid')) notify('error', text.fetchFailed);
  }
}

/** Spec §5: Male stands first and is chosen. */
export const NEW_USER_INFO: UserInfo = { firstName: '', lastName: '', emailId: '', gender: 0 };
export const userInfoResolver = zodResolver(UserInfo);

// Spec §8 words a failed update; a field that the server refuses, and a missing connection, say so themselves.
const explain = (error: unknown) =>
  refusal(error, 'validation_failed') || isOffline(error) ? errorText(error) : text.updateFailed;

export const submitUserInfo = createTask(async (info: UserInfo) => {
  const { data } = await saveUserInfo($userId.get() ?? 0, info);
  user.set({ data });
  notify('success', text.userInfoAdded);
  goInstead(takeReturn());
}, explain);
