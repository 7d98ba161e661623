import { map } from 'nanostores';
import { fetchNonce, fetchSocialProviders, socialLogin, type SocialProviders } from '#api/session.ts';
import { writeItem } from '#api/tokens.ts';
import { sessionMessages as text } from '#messages/session.ts';
import { arrive, markScreen, requireStorage } from './arrival.ts';
import { askFacebook, readyFacebook } from './lib/facebook.ts';
import { drawGoogleButton, hintsIn } from './lib/google.ts';
import { createTask, errorText, isAway, waitOf } from './lib/status.ts';

/** `off`: not set up here, or its script does not come; then it is not shown. */
export type Offer = 'process' | 'ready' | 'off';
export const $social = map<{ google: Offer; facebook: Offer }>({ google: 'process', facebook: 'process' });

const NOBODY: SocialProviders = { google: null, facebook: null };
let asked: Promise<SocialProviders> | undefined;
const providers = () => (asked ??= fetchSocialProviders().catch(() => NOBODY));

let bringFacebook: Promise<void> | undefined;

/** Brings the scripts of the providers that are set up: called where their buttons are, Google's place being `slot`. */
export async function openSocial(slot: HTMLElement) {
  // Known at once, so that who presses before anything came is waited for.
  bringFacebook = offer('facebook', async () => {
    const { facebook } = await providers();
    return facebook && readyFacebook(facebook);
  });
  await Promise.all([drawGoogle(slot), bringFacebook]);
}

/** What cannot be brought is not offered. */
async function offer(name: 'google' | 'facebook', bring: () => Promise<unknown> | null) {
  const isReady = await Promise.resolve(bring()).then(
    (brought) => brought !== null,
    () => false,
  );
  $social.setKey(name, isReady ? 'ready' : 'off');
}

const enter = createTask(
  async (loginSource: 'Google' | 'Facebook', hints: { username: string; firstName: string }, token: string) => {
    requireStorage();
    const session = await socialLogin({ ...hints, loginSource, password: token });
    writeItem('socialLogin', loginSource);
    markScreen('login');
    await arrive(session);
  },
  (error) => (isAway(error) || waitOf(error) ? errorText(error) : errorText(error, text.loginFailed)),
);
export const $socialSignIn = enter.$state;

let drawnFor: { slot: HTMLElement; nonce: string } | undefined;

/** Has Google's button drawn into its place. Once more, it is drawn anew only when its nonce has run out. */
async function drawGoogle(slot: HTMLElement) {
  const { google } = await providers();
  await offer('google', () => google && draw(slot, google));
}

async function draw(slot: HTMLElement, google: NonNullable<SocialProviders['google']>) {
  const nonce = await fetchNonce();
  if (drawnFor?.slot === slot && drawnFor.nonce === nonce) return;
  const onCredential = (credential: string) => void enterByGoogle(slot, credential);
  await drawGoogleButton({ ...google, slot, nonce, onCredential });
  drawnFor = { slot, nonce };
}

async function enterByGoogle(slot: HTMLElement, credential: string) {
  await enter.run('Google', hintsIn(credential), credential);
  if (enter.$state.get().status === 'error') await drawGoogle(slot);
}

export async function signInByFacebook() {
  enter.clear();
  // Waited for only by who is faster than the script: a popup has to be opened at once.
  if ($social.get().facebook === 'process') await bringFacebook;
  if ($social.get().facebook !== 'ready') return;
  const answer = await askFacebook();
  if (answer) await enter.run('Facebook', { username: answer.userID, firstName: '' }, answer.accessToken);
}

// A page that Back brings to life again must not go on waiting for the page it once left for.
globalThis.addEventListener?.('pageshow', ({ persisted }) => persisted && enter.reset());
