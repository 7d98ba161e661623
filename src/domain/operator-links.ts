/** Environment variable of each link → key of its text in layoutMessages. */
const OPERATOR_LINKS = {
  PUBLIC_MOBILE_APP_URL: 'mobileApp',
  PUBLIC_TV_APP_URL: 'tvApp',
  PUBLIC_STREAMING_STICK_URL: 'streamingStick',
  PUBLIC_FACEBOOK_PAGE_URL: 'facebook',
  PUBLIC_INSTAGRAM_PAGE_URL: 'instagram',
  PUBLIC_YOUTUBE_PAGE_URL: 'youtube',
  PUBLIC_SOURCE_URL: 'sourceCode',
} as const;

type Setting = keyof typeof OPERATOR_LINKS;

export const mailHref = (address: string, subject: string, body: string): string =>
  `mailto:${address}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;

export const operatorLinks = (settings: Partial<Record<Setting, string>>) =>
  (Object.keys(OPERATOR_LINKS) as Setting[]).flatMap((name) => {
    const href = settings[name];
    return href ? [{ href, textKey: OPERATOR_LINKS[name] }] : [];
  });
