import { zodResolver } from '@hookform/resolvers/zod';
import { computed, map } from 'nanostores';
import { z } from 'zod';
import { fetchMyProfile, finishFirstLogin, saveUserInfo } from '#api/accounts.ts';
import { fetchGeo } from '#api/places.ts';
import { EditProfile, User, UserInfo, type UserInfoPut } from '#contract/accounts.ts';
import { accountMessages as text } from '#messages/accounts.ts';
import { href } from '#routes.ts';
import { goInstead } from './lib/navigate.ts';
import { persisted } from './lib/persisted.ts';
import { takeReturn } from './lib/return-path.ts';
import { createTask, errorText, isAway, refusal, type Status } from './lib/status.ts';
import { notify } from './notices.ts';
import { $userId } from './session.ts';

export type { EditProfile, User, UserInfo };

/** Spec §4: the profile's reply is kept as it came and read through its `data`. */
const user = persisted('user', z.object({ data: User }));
export const $user = computed(user, (kept) => kept?.data ?? null);

/** `why`: the sentence for a house, or a connection, that is away; empty otherwise. */
const $asked = map<{ status: Status; why: string }>({ status: 'process', why: '' });
/** What is kept is shown at once, and renewed when the server answers. */
export const $profile = computed([$asked, $user], ({ status, why }, kept) => ({
  status: kept ? 'success' : status,
  why,
  user: kept,
}));

/** Spec §8: a profile that does not come is said as a toast; what was known before stays. */
export async function loadProfile() {
  $asked.setKey('status', 'process');
  try {
    user.set({ data: await fetchMyProfile() });
    $asked.setKey('status', 'success');
  } catch (error) {
    $asked.set({ status: 'error', why: isAway(error) ? errorText(error) : '' });
    if (!refusal(error, 'token_invalid')) notify('error', text.fetchFailed);
  }
}

/** The own profile, asked for when this browser does not know it yet. */
export const ownProfile = async (): Promise<User> => $user.get() ?? fetchMyProfile();

/** Changes what is given of the own profile. */
export async function changeProfile(change: UserInfoPut) {
  const { data } = await saveUserInfo($userId.get() ?? 0, change);
  user.set({ data });
}

/** What /userinfo begins with: what is known already. Spec §5: Male stands first and is chosen. */
export const userInfoDraft = (user: User | null): UserInfo => ({
  firstName: user?.firstName ?? '',
  lastName: user?.lastName ?? '',
  emailId: user?.emailId ?? '',
  gender: user?.gender ?? 0,
});
export const userInfoResolver = zodResolver(UserInfo);

// Spec §8 words a failed update; a field that the server refuses, and who is away, say so themselves.
const explain = (error: unknown) =>
  refusal(error, 'validation_failed') || isAway(error) ? errorText(error) : text.updateFailed;

export const submitUserInfo = createTask(async (info: UserInfo) => {
  await changeProfile(info);
  // Chosen: what was typed is saved by now; without this answer the next sign-in asks again, with all of it filled in.
  await finishFirstLogin().catch(() => undefined);
  notify('success', text.userInfoAdded);
  goInstead(takeReturn());
}, explain);

export const editProfileResolver = zodResolver(EditProfile);

/** What the edit form begins with. Chosen: as on /userinfo, Male stands first where nothing is known. */
export const editDraft = (user: User): EditProfile => ({
  firstName: user.firstName ?? '',
  mobile: user.mobile ?? '',
  gender: user.gender ?? 0,
});

/** Spec §7: the profile goes with where it was written from, as far as that is known. */
const whereabouts = async ({ latitude, longitude }: User): Promise<UserInfoPut> => ({
  ipAddress: (await fetchGeo().catch(() => null))?.ip,
  timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  // Null would take the place away.
  latitude: latitude ?? undefined,
  longitude: longitude ?? undefined,
});

/** Chosen: the one name of this form is the first name (spec §7 sends no other); a last name is left as it is. */
export const submitEdit = createTask(async (draft: EditProfile) => {
  const before = await ownProfile();
  const known = await whereabouts(before);
  await changeProfile({ ...draft, emailId: before.emailId, ...known });
  notify('success', text.profileUpdated);
  goInstead(href('profile'));
}, explain);
