import { loadScript } from '../lib/load-script.ts';

interface FacebookLogin {
  accessToken: string;
  userID: string;
}

declare global {
  interface Window {
    FB?: {
      init: (options: {
        appId: string;
        version: string;
        cookie: boolean;
        xfbml: boolean;
        status: boolean;
      }) => void;
      login: (
        callback: (reply: { authResponse?: FacebookLogin | null }) => void,
        options: { scope: string },
      ) => void;
    };
  }
}

/**
 * Must run before the click, because browsers only allow a popup directly in a click. Throws if the
 * script fails.
 */
export async function loadFacebook({
  appId,
  scriptUrl,
  version,
}: Record<'appId' | 'scriptUrl' | 'version', string>) {
  await loadScript(scriptUrl);
  if (!window.FB) throw new Error('The script did not define Facebook login');
  window.FB.init({ appId, version, cookie: false, xfbml: false, status: false });
}

export const openFacebookLogin = () =>
  new Promise<FacebookLogin | null>((resolve) =>
    window.FB!.login(({ authResponse }) => resolve(authResponse ?? null), {
      scope: 'public_profile,email',
    }),
  );
