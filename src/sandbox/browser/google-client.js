// Replaces https://accounts.google.com/gsi/client: google.accounts.id with the same methods. Served as is, without a build.
// Styles use CSSOM, because a strict style-src allows no style elements.
(() => {
  const here =
    document.currentScript?.src ?? new URL('/sandbox/google/gsi/client', location.href).href;
  const consentUrl = new URL('../consent', here);
  const LABELS = {
    signin_with: 'Sign in with Google',
    signup_with: 'Sign up with Google',
    signin: 'Sign in',
  };
  const STYLES = `
    .sandbox-google {
      align-items: center; background: #fff; border: 1px solid #747775; border-radius: 4px; box-sizing: border-box; color: #1f1f1f;
      cursor: pointer; display: flex; font: 500 15px/1.2 system-ui, sans-serif; gap: 10px; justify-content: center; min-height: 48px;
      padding: 0 12px;
    }
    .sandbox-google:hover { background: #f6f8fb; }
    .sandbox-google:focus-visible { outline: 3px solid #0b57d0; outline-offset: 2px; }
    .sandbox-google b { color: #0b57d0; font-size: 18px; }
  `;
  let config = {};

  function openConsent() {
    const url = new URL(consentUrl);
    url.searchParams.set('client_id', config.client_id);
    if (config.nonce) url.searchParams.set('nonce', config.nonce);
    const popup = open(url, '_blank', 'popup,width=480,height=720');
    const onMessage = ({ source, origin, data }) => {
      if (source !== popup || origin !== consentUrl.origin || data?.sandbox !== 'Google') return;
      removeEventListener('message', onMessage);
      config.callback?.({ ...data.response, clientId: config.client_id });
    };
    addEventListener('message', onMessage);
  }

  function renderButton(parent, { text = 'continue_with', width } = {}) {
    const button = Object.assign(document.createElement('button'), {
      type: 'button',
      className: 'sandbox-google',
    });
    const mark = Object.assign(document.createElement('b'), {
      textContent: 'G',
      ariaHidden: 'true',
    });
    button.append(mark, LABELS[text] ?? 'Continue with Google');
    if (width) button.style.inlineSize = `${width}px`;
    button.addEventListener('click', openConsent);
    parent.replaceChildren(button);
  }

  const sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLES);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];

  window.google = {
    accounts: {
      id: {
        initialize: (options) => (config = options),
        renderButton,
        prompt: () => undefined,
        cancel: () => undefined,
        disableAutoSelect: () => undefined,
      },
    },
  };
})();
