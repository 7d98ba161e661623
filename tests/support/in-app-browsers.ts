const ANDROID = 'Mozilla/5.0 (Linux; Android 14; SM-A145F';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';

/** User agents of browsers without windows: inside apps, and UC. */
export const IN_APP_BROWSERS = {
  Instagram: `${ANDROID}; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0.0.0 Mobile Safari/537.36 Instagram 340.0.0.22.109 Android`,
  Facebook: `${ANDROID}) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/470.0.0.0;]`,
  'Messenger on an iPhone': `${IPHONE} Mobile/15E148 [FBAN/MessengerForiOS;FBAV/460.0]`,
  'Google on an iPhone': `${IPHONE} GSA/320.0 Mobile/15E148 Safari/604.1`,
  'an unknown app on an iPhone': `${IPHONE} Mobile/15E148`,
  UC: `${ANDROID}) AppleWebKit/537.36 Version/4.0 Chrome/100.0 UCBrowser/13.7 Mobile Safari/537.36`,
};

/** User agents of browsers in which providers' windows open. */
export const WINDOW_BROWSERS = {
  'Chrome on Android': `${ANDROID}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36`,
  'Safari on an iPhone': `${IPHONE} Version/17.5 Mobile/15E148 Safari/604.1`,
  Firefox: 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0',
  Edge: 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Safari/537.36 Edg/126.0',
};
