// Replaces https://connect.facebook.net/en_US/sdk.js: FB.init and FB.login with the same results. Served as is, without a build.
(() => {
  const here =
    document.currentScript?.src ?? new URL('/sandbox/facebook/en_US/sdk.js', location.href).href;
  const dialogUrl = new URL('../dialog/oauth', here);
  const POLL_MS = 200;
  // On a slow machine, the popup may be closed before its message arrives.
  const MAX_POLLS_AFTER_CLOSE = 8;
  let app;

  function login(callback, { scope = 'public_profile' } = {}) {
    if (!app) throw new Error('FB.login() called before FB.init().');
    const url = new URL(dialogUrl);
    url.searchParams.set('app_id', app.appId);
    url.searchParams.set('scope', scope);
    const popup = open(url, '_blank', 'popup,width=480,height=720');
    const finish = (response) => {
      clearInterval(timer);
      removeEventListener('message', onMessage);
      callback(response);
    };
    const onMessage = ({ source, origin, data }) => {
      if (source !== popup || origin !== dialogUrl.origin || data?.sandbox !== 'Facebook') return;
      finish({ status: 'connected', authResponse: data.response });
    };
    let pollsAfterClose = 0;
    const timer = setInterval(() => {
      if (popup?.closed) pollsAfterClose++;
      if (!popup || pollsAfterClose > MAX_POLLS_AFTER_CLOSE)
        finish({ status: 'unknown', authResponse: null });
    }, POLL_MS);
    addEventListener('message', onMessage);
  }

  window.FB = {
    init: (options) => (app = options),
    login,
    logout: (callback) => callback?.({ status: 'unknown', authResponse: null }),
    getLoginStatus: (callback) => callback({ status: 'unknown', authResponse: null }),
  };
  window.fbAsyncInit?.();
})();
