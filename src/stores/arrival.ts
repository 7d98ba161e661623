import type { z } from 'zod';
import { readItem, saveTokens, writeItem } from '#api/tokens.ts';
import type { SignedIn } from '#contract/session.ts';
import { sessionMessages as text } from '#messages/session.ts';
import { href } from '#routes.ts';
import { loadProfile } from './accounts.ts';
import { goInstead } from './lib/navigate.ts';
import { takeReturn } from './lib/return-path.ts';
import { notify } from './notices.ts';

/** Which button was pressed on /signup; it decides where the sign-in leads (spec §4 "Auth flow"). */
export type SignInScreen = 'login' | 'register';
export const markScreen = (screen: SignInScreen) => writeItem('screen', screen);

/** The end of every kind of sign-in: a new viewer goes on to /userinfo, others to where they came from. */
export async function arrive({ userId, firstLogin, ...tokens }: z.infer<typeof SignedIn>) {
  saveTokens(tokens);
  writeItem('userId', String(userId));
  await loadProfile();
  notify('success', text.loginSuccessful);
  const isNew = firstLogin || readItem('screen') === 'register';
  goInstead(isNew ? href('userInfo') : takeReturn());
}
