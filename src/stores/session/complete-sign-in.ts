import type { z } from 'zod';
import { StorageBlockedError } from '#api/errors.ts';
import { canStoreSession, readItem, saveTokens, writeItem } from '#api/browser-storage.ts';
import type { SignedIn } from '#contract/session.ts';
import { sessionMessages as text } from '#messages/session.ts';
import { href } from '#routes.ts';
import { loadProfile } from '../accounts/accounts.ts';
import { replacePage } from '../lib/navigate.ts';
import { consumeReturnPath } from '../lib/return-path.ts';
import { notifyOnNextPage } from '../notices/notices.ts';

/** The button pressed on /signup; decides the next page (spec §4 "Auth flow"). */
export type SignInScreen = 'login' | 'register';
export const saveSignInScreen = (screen: SignInScreen) => writeItem('screen', screen);

/** False if storage is blocked or full. */
export const canStaySignedIn = canStoreSession;

/** Throws `StorageBlockedError`, before a code is sent or used in vain. */
export function requireStorage() {
  if (!canStaySignedIn()) throw new StorageBlockedError(text.storageBlocked);
}

/**
 * Spec §4: /userinfo follows Sign up; after Sign in, the page that the viewer came from, or `/`.
 */
export async function completeSignIn({
  userId,
  firstLogin: _,
  ...tokens
}: z.infer<typeof SignedIn>) {
  saveTokens(tokens);
  writeItem('userId', String(userId));
  await loadProfile();
  notifyOnNextPage('success', text.loginSuccessful);
  replacePage(readItem('screen') === 'register' ? href('userInfo') : consumeReturnPath());
}
