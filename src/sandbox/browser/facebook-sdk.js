// Stands in for https://connect.facebook.net/en_US/sdk.js and goes to browsers as it is: FB.init and FB.login with the same answers.
(() => {
  const here = document.currentScript?.src ?? new URL('/sandbox/facebook/en_US/sdk.js', location.href).href;
  const dialogUrl = new URL('../dialog/oauth', here);
  const LOOK_EVERY_MS = 200;
  // On a busy machine the popup is seen closed before its last word arrives.
  const LOOKS_AT_A_CLOSED_POPUP = 8;
  let app;

  function login(callback, { scope = 'public_profile' } = {}) {
    if (!app) throw new Error('FB.login() called before FB.init().');
    const url = new URL(dialogUrl);
    url.searchParams.set('app_id', app.appId);
    url.searchParams.set('scope', scope);
    const popup = open(url, '_blank', 'popup,width=480,height=720');
    const finish = (response) => {
      clearInterval(watch);
      removeEventListener('message', hear);
      callback(response);
    };
    const hear = ({ source, origin, data }) => {
      if (source !== popup || origin !== dialogUrl.origin || data?.sandbox !== 'Facebook') return;
      finish({ status: 'connected', authResponse: data.answer });
    };
    let looks = 0;
    const watch = setInterval(() => {
      if (popup?.closed) looks++;
      if (!popup || looks > LOOKS_AT_A_CLOSED_POPUP) finish({ status: 'unknown', authResponse: null });
    }, LOOK_EVERY_MS);
    addEventListener('message', hear);
  }

  window.FB = {
    init: (options) => (app = options),
    login,
    logout: (callback) => callback?.({ status: 'unknown', authResponse: null }),
    getLoginStatus: (callback) => callback({ status: 'unknown', authResponse: null }),
  };
  window.fbAsyncInit?.();
})();
