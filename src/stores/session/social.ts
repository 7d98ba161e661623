import { map } from 'nanostores';
import {
  fetchNonce,
  fetchSocialProviders,
  socialLogin,
  type SocialProviders,
} from '#api/session.ts';
import { writeItem } from '#api/browser-storage.ts';
import { sessionMessages as text } from '#messages/session.ts';
import { completeSignIn, saveSignInScreen, requireStorage } from './complete-sign-in.ts';
import { openFacebookLogin, loadFacebook } from './facebook.ts';
import { drawGoogleButton, readIdTokenHints } from './google.ts';
import { isInAppBrowser } from '../lib/in-app-browser.ts';
import { errorText, isUnreachable, rateLimitSeconds } from '../lib/call-errors.ts';
import { createTask } from '../lib/task.ts';

/**
 * `off`: not configured, or its script failed; the button is hidden. `refused`: Google signs nobody
 * in inside an app.
 */
export const $social = map<Record<'google' | 'facebook', 'process' | 'ready' | 'refused' | 'off'>>({
  google: 'process',
  facebook: 'process',
});

const NO_PROVIDERS: SocialProviders = { google: null, facebook: null };
let request: Promise<SocialProviders> | undefined;
const providers = () => (request ??= fetchSocialProviders().catch(() => NO_PROVIDERS));

let facebookLoading: Promise<void> | undefined;

/** `container`: the element for Google's button. */
export async function loadSocialButtons(container: HTMLElement) {
  // Assigned before the first await, so an early click can wait for it.
  facebookLoading = loadProvider('facebook', async () => {
    const { facebook } = await providers();
    return facebook && loadFacebook(facebook);
  });
  await Promise.all([drawGoogle(container), facebookLoading]);
}

async function loadProvider(name: 'google' | 'facebook', load: () => Promise<unknown> | null) {
  const isReady = await Promise.resolve(load()).then(
    (loaded) => loaded !== null,
    () => false,
  );
  $social.setKey(name, isReady ? 'ready' : 'off');
}

const socialTask = createTask(
  async (
    loginSource: 'Google' | 'Facebook',
    hints: { username: string; firstName: string },
    token: string,
  ) => {
    requireStorage();
    const session = await socialLogin({ ...hints, loginSource, password: token });
    writeItem('socialLogin', loginSource);
    // Chosen: the first sign-in of a Google or Facebook account is a sign-up, because no button
    // asks which of the two it is.
    saveSignInScreen(session.firstLogin ? 'register' : 'login');
    await completeSignIn(session);
  },
  (error) =>
    isUnreachable(error) || rateLimitSeconds(error)
      ? errorText(error)
      : errorText(error, text.loginFailed),
);
export const $socialSignIn = socialTask.$state;

let drawnFor: { container: HTMLElement; nonce: string } | undefined;

/** Draws the button again only if its nonce has changed. */
async function drawGoogle(container: HTMLElement) {
  const { google } = await providers();
  if (google && isInAppBrowser()) return $social.setKey('google', 'refused');
  await loadProvider('google', () => google && drawIfNonceChanged(container, google));
}

async function drawIfNonceChanged(
  container: HTMLElement,
  google: NonNullable<SocialProviders['google']>,
) {
  const nonce = await fetchNonce();
  if (drawnFor?.container === container && drawnFor.nonce === nonce) return;
  const onCredential = (credential: string) => void signInByGoogle(container, credential);
  await drawGoogleButton({ ...google, container, nonce, onCredential });
  drawnFor = { container, nonce };
}

async function signInByGoogle(container: HTMLElement, credential: string) {
  await socialTask.run('Google', readIdTokenHints(credential), credential);
  if (socialTask.$state.get().status === 'error') await drawGoogle(container);
}

export async function signInByFacebook() {
  socialTask.clear();
  // Only an early click waits: browsers allow a popup only directly in a click.
  if ($social.get().facebook === 'process') await facebookLoading;
  if ($social.get().facebook !== 'ready') return;
  const login = await openFacebookLogin();
  if (login)
    await socialTask.run('Facebook', { username: login.userID, firstName: '' }, login.accessToken);
}

globalThis.addEventListener?.('pageshow', ({ persisted }) => persisted && socialTask.reset());
