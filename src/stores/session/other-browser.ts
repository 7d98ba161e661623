import { atom } from 'nanostores';
import { readItem } from '#api/browser-storage.ts';
import { exchangeDeviceCode, openInOtherBrowser } from '#api/television.ts';
import { href, otherBrowserPath } from '#routes.ts';
import { completeSignIn, requireStorage } from './complete-sign-in.ts';
import { goToPage, replacePage } from '../lib/navigate.ts';
import { safePath, saveReturnPath } from '../lib/return-path.ts';
import { createTask } from '../lib/task.ts';

/** The whole address; null before the viewer asks for one. */
export const $otherBrowserLink = atom<string | null>(null);

/** Asks for an address that signs in once, and opens it where the system can. */
export const leaveApp = createTask(async (path: string) => {
  const { device_code } = await openInOtherBrowser();
  const link = new URL(otherBrowserPath(device_code, path), location.origin).href;
  $otherBrowserLink.set(link);
  goToPage(browserAddress(link));
});

/**
 * Opens the system's browser from a browser inside an app. An app that knows the address of neither
 * system stays where it is. Source: Chrome, "Android Intents with Chrome"; iOS 17,
 * `x-safari-https`.
 */
const browserAddress = (link: string) =>
  navigator.userAgent.includes('Android')
    ? `intent://${link.replace(/^https?:\/\//, '')}#Intent;scheme=${new URL(link).protocol.slice(0, -1)};end`
    : `x-safari-${link}`;

/**
 * The code of the address; null if it is missing. A browser that is signed in goes on without it.
 */
export function openContinuePage(): string | null {
  const query = new URLSearchParams(location.search);
  if (readItem('userToken')) {
    replacePage(safePath(query.get('next')) ?? href('home'));
    return null;
  }
  saveReturnPath(location.search);
  return query.get('code');
}

/**
 * Throws the refusals of `exchangeDeviceCode`, and `StorageBlockedError` before the code is used in
 * vain.
 */
export const continueHere = createTask(async (code: string) => {
  requireStorage();
  await completeSignIn(await exchangeDeviceCode(code));
});
