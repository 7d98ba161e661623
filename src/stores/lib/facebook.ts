import { loadScript } from './load-script.ts';

export interface FacebookAnswer {
  accessToken: string;
  userID: string;
}

interface FacebookSdk {
  init: (options: { appId: string; version: string; cookie: boolean; xfbml: boolean; status: boolean }) => void;
  login: (callback: (reply: { authResponse?: FacebookAnswer | null }) => void, options: { scope: string }) => void;
}

declare global {
  interface Window {
    FB?: FacebookSdk;
  }
}

/** Loads Facebook's SDK before anybody presses: a browser lets a popup open only at once. Throws when the script does not come. */
export async function readyFacebook({ appId, scriptUrl, version }: Record<'appId' | 'scriptUrl' | 'version', string>) {
  await loadScript(scriptUrl);
  if (!window.FB) throw new Error('The script brought no Facebook login');
  window.FB.init({ appId, version, cookie: false, xfbml: false, status: false });
}

/** Opens Facebook's popup; null when the person closed it. */
export const askFacebook = () =>
  new Promise<FacebookAnswer | null>((resolve) =>
    window.FB!.login(({ authResponse }) => resolve(authResponse ?? null), { scope: 'public_profile,email' }),
  );
