import type { z } from 'zod';
import { StorageBlockedError } from '#api/errors.ts';
import { canStoreSession, readItem, saveTokens, writeItem } from '#api/tokens.ts';
import type { SignedIn } from '#contract/session.ts';
import { sessionMessages as text } from '#messages/session.ts';
import { href } from '#routes.ts';
import { loadProfile } from './accounts.ts';
import { goInstead, reload } from './lib/navigate.ts';
import { takeReturn } from './lib/return-path.ts';
import { notify } from './notices.ts';

/** Which button was pressed on /signup; it decides where the sign-in leads (spec §4 "Auth flow"). */
export type SignInScreen = 'login' | 'register';
export const markScreen = (screen: SignInScreen) => writeItem('screen', screen);

/** Whether a sign-in outlives the page: not in a browser that forbids storage, or whose storage is full. */
export const canStaySignedIn = canStoreSession;

/** A changed setting of the browser holds for a page that is loaded after it. */
export const tryStorageAgain = reload;

/** The beginning of every kind of sign-in. Throws `StorageBlockedError` before a code is sent or used that would be lost. */
export function requireStorage() {
  if (!canStaySignedIn()) throw new StorageBlockedError(text.storageBlocked);
}

/** The end of every kind of sign-in: a new viewer goes on to /userinfo, others to where they came from. */
export async function arrive({ userId, firstLogin, ...tokens }: z.infer<typeof SignedIn>) {
  saveTokens(tokens);
  writeItem('userId', String(userId));
  await loadProfile();
  notify('success', text.loginSuccessful);
  const isNew = firstLogin || readItem('screen') === 'register';
  goInstead(isNew ? href('userInfo') : takeReturn());
}
