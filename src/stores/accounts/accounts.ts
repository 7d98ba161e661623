import { zodResolver } from '@hookform/resolvers/zod';
import { computed, map } from 'nanostores';
import { z } from 'zod';
import { fetchMyProfile, finishFirstLogin, saveUserInfo } from '#api/accounts.ts';
import { fetchGeo } from '#api/places.ts';
import { EditProfile, User, UserInfo, type UserInfoPut } from '#contract/accounts.ts';
import { accountMessages as text } from '#messages/accounts.ts';
import { href } from '#routes.ts';
import { replacePage } from '../lib/navigate.ts';
import { persistentAtom } from '../lib/persistent-atom.ts';
import { consumeReturnPath } from '../lib/return-path.ts';
import { apiErrorWithCode, errorText, isUnreachable } from '../lib/call-errors.ts';
import { createTask, type Status } from '../lib/task.ts';
import { notify, notifyOnNextPage } from '../notices/notices.ts';
import { $userId } from '../session/session.ts';

export type { EditProfile, User, UserInfo };

/** Spec §4: the profile's whole reply is stored. */
const user = persistentAtom('user', z.object({ data: User }));
export const $user = computed(user, (stored) => stored?.data ?? null);

/**
 * `unavailableText`: what to show if no response came or the server's database is unavailable;
 * empty for other errors.
 */
const $request = map<{ status: Status; unavailableText: string }>({
  status: 'process',
  unavailableText: '',
});
export const $profile = computed([$request, $user], ({ status, unavailableText }, stored) => ({
  status: stored ? 'success' : status,
  unavailableText,
  user: stored,
}));

/** Spec §8: a failure shows a toast. The stored profile stays. */
export async function loadProfile() {
  $request.setKey('status', 'process');
  try {
    user.set({ data: await fetchMyProfile() });
    $request.setKey('status', 'success');
  } catch (error) {
    $request.set({
      status: 'error',
      unavailableText: isUnreachable(error) ? errorText(error) : '',
    });
    if (!apiErrorWithCode(error, 'token_invalid')) notify('error', text.fetchFailed);
  }
}

export const getOwnProfile = async (): Promise<User> => $user.get() ?? fetchMyProfile();

export async function changeProfile(change: UserInfoPut) {
  const { data } = await saveUserInfo($userId.get() ?? 0, change);
  user.set({ data });
}

/** Spec §5: Male is preselected. */
export const userInfoDraft = (user: User | null): UserInfo => ({
  firstName: user?.firstName ?? '',
  lastName: user?.lastName ?? '',
  emailId: user?.emailId ?? '',
  gender: user?.gender ?? 0,
});
export const userInfoResolver = zodResolver(UserInfo);

// Spec §8: the text of a failed update. Validation errors and an unreachable server have their own
// texts.
const explainUpdateError = (error: unknown) =>
  apiErrorWithCode(error, 'validation_failed') || isUnreachable(error)
    ? errorText(error)
    : { error: text.updateFailed, note: text.updateFailedNote };

export const submitUserInfo = createTask(async (info: UserInfo) => {
  await changeProfile(info);
  // Chosen: the profile is saved, so an error here is ignored. The next sign-in then shows the
  // filled-in form again.
  await finishFirstLogin().catch(() => undefined);
  notifyOnNextPage('success', text.userInfoAdded);
  replacePage(consumeReturnPath());
}, explainUpdateError);

export const editProfileResolver = zodResolver(EditProfile);

/** Chosen: Male is preselected, as on /userinfo. */
export const editDraft = (user: User): EditProfile => ({
  firstName: user.firstName ?? '',
  mobile: user.mobile ?? '',
  gender: user.gender ?? 0,
});

/** Spec §7: the profile is saved with the viewer's IP address, time zone and position. */
const fetchLocationFields = async ({ latitude, longitude }: User): Promise<UserInfoPut> => ({
  ipAddress: (await fetchGeo().catch(() => null))?.ip,
  timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  // Null would delete the saved location.
  latitude: latitude ?? undefined,
  longitude: longitude ?? undefined,
});

/** Chosen: the form's name is the first name (spec §7); the last name stays unchanged. */
export const submitEdit = createTask(async (draft: EditProfile) => {
  const profile = await getOwnProfile();
  const locationFields = await fetchLocationFields(profile);
  await changeProfile({ ...draft, emailId: profile.emailId, ...locationFields });
  notifyOnNextPage('success', text.profileUpdated);
  replacePage(href('profile'));
}, explainUpdateError);
