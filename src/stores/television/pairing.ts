import { atom } from 'nanostores';
import { canStoreSession, saveTokens, writeItem } from '#api/browser-storage.ts';
import { exchangeDeviceCode, requestDeviceCode } from '#api/television.ts';
import { DEVICE_SLOW_DOWN_SECONDS } from '#domain/limits/television.ts';
import { televisionScreenMessages as text } from '#messages/television-screen.ts';
import { apiErrorCode, errorText, isRejected } from '../lib/call-errors.ts';

type DeviceCode = Awaited<ReturnType<typeof requestDeviceCode>>;
type Pairing =
  | { status: 'process' }
  | { status: 'storageBlocked' }
  | { status: 'error'; error: string }
  /** `expiresAt`: milliseconds of this device's clock. `notice`: why the code is new. */
  | { status: 'success'; code: DeviceCode; expiresAt: number; notice: string };

export const $pairing = atom<Pairing>({ status: 'process' });

/** Only the newest pairing polls. */
let newest: object | undefined;

/** Shows a code, and a new one after each refusal or expiry, until the television is signed in. */
export async function startPairing(notice = '') {
  const pairing = (newest = {});
  const isCurrent = () => newest === pairing;
  if (!canStoreSession()) return $pairing.set({ status: 'storageBlocked' });
  $pairing.set({ status: 'process' });
  try {
    const code = await requestDeviceCode();
    if (!isCurrent()) return;
    const expiresAt = Date.now() + code.expires_in * 1000;
    $pairing.set({ status: 'success', code, expiresAt, notice });
    void pollUntilConfirmed(code, expiresAt, isCurrent);
  } catch (error) {
    if (isCurrent()) $pairing.set({ status: 'error', error: errorText(error) });
  }
}

export function stopPairing() {
  newest = undefined;
}

async function pollUntilConfirmed(code: DeviceCode, expiresAt: number, isCurrent: () => boolean) {
  for (let seconds = code.interval; ;) {
    await new Promise((resolve) =>
      setTimeout(resolve, Math.min(seconds * 1000, expiresAt - Date.now())),
    );
    if (!isCurrent()) return;
    if (Date.now() >= expiresAt) return void startPairing(text.codeExpired);
    try {
      const { userId, access_token, refresh_token } = await exchangeDeviceCode(code.device_code);
      writeItem('userId', String(userId));
      return saveTokens({ token: access_token, refreshtoken: refresh_token });
    } catch (error) {
      if (!isCurrent()) return;
      if (apiErrorCode(error) === 'slow_down') seconds += DEVICE_SLOW_DOWN_SECONDS;
      else if (isRejected(error) && error.code !== 'authorization_pending')
        return void startPairing(
          error.code === 'expired_token' ? text.codeExpired : text.codeRefused(error.message),
        );
    }
  }
}
