import { PAYMENT_PROVIDER_SETUPS, type ContentPolicySources } from './payment-providers.ts';

type Settings = Record<string, string | undefined>;

interface ContentPolicy {
  /** Complete directives, except `script-src` and `style-src`. */
  directives: string[];
  /** Sources of scripts and styles. The build adds the hashes of the site's own ones. */
  scripts: string[];
  styles: string[];
}

const GOOGLE: ContentPolicySources = {
  script: ['https://accounts.google.com/gsi/client'],
  style: ['https://accounts.google.com/gsi/style'],
  frame: ['https://accounts.google.com/gsi/'],
  connect: ['https://accounts.google.com/gsi/'],
  img: ['https://*.gstatic.com', 'https://*.googleusercontent.com'],
};
const FACEBOOK: ContentPolicySources = {
  script: ['https://connect.facebook.net'],
  frame: ['https://www.facebook.com', 'https://web.facebook.com'],
  connect: [
    'https://connect.facebook.net',
    'https://graph.facebook.com',
    'https://www.facebook.com',
  ],
  img: ['https://www.facebook.com'],
};

const SOURCES_BY_SETTING: Record<string, ContentPolicySources> = {
  ...Object.fromEntries(
    Object.values(PAYMENT_PROVIDER_SETUPS).map(({ settings, sources }) => [settings[0], sources]),
  ),
  GOOGLE_CLIENT_ID: GOOGLE,
  FACEBOOK_APP_ID: FACEBOOK,
};

/** The settings that change the policy, besides the `PUBLIC_` ones. */
export const POLICY_SETTINGS = [
  ...Object.keys(SOURCES_BY_SETTING),
  'MEDIA_CDN_URL',
  'MAP_TILE_URL',
  'PICTURE_ORIGINS',
];

export const mediaOrigins = (settings: Settings): string[] =>
  unique([
    originOf(settings['PUBLIC_OTT_URL']),
    originOf(settings['PUBLIC_IMAGE_BASE']),
    originOf(settings['MEDIA_CDN_URL']),
    ...(settings['PICTURE_ORIGINS'] ?? '').split(',').map((each) => originOf(each.trim())),
  ]);

// Chosen: no `require-trusted-types-for`. Plyr, Leaflet and the providers' scripts write HTML
// strings. A default policy that accepts all their strings protects nothing, and our own code
// writes no HTML.
export function contentPolicy(settings: Settings): ContentPolicy {
  const services = unique([
    originOf(settings['PUBLIC_AUTH_URL']),
    originOf(settings['PUBLIC_OTT_URL']),
  ]);
  // A provider without keys is disabled, or its sandbox runs on our own services.
  const sandbox: ContentPolicySources = {
    script: services,
    frame: services,
    connect: services,
    img: services,
    form: services,
  };
  const providerSources = Object.entries(SOURCES_BY_SETTING).map(([setting, sources]) =>
    settings[setting] ? sources : sandbox,
  );
  const all = (kind: keyof ContentPolicySources) =>
    unique(providerSources.flatMap((each) => each[kind] ?? []));
  const media = mediaOrigins(settings);
  // Leaflet replaces `{s}` with a subdomain letter.
  const tiles = originOf(settings['MAP_TILE_URL']?.replace('{s}', '*'));
  return {
    directives: [
      directive('default-src'),
      directive('img-src', 'data:', ...unique([...media, tiles, ...all('img')])),
      directive('media-src', 'blob:', 'data:', ...media),
      directive('connect-src', ...unique([...services, ...all('connect'), ...media])),
      directive('frame-src', ...all('frame')),
      directive('worker-src', 'blob:'),
      directive('font-src'),
      "object-src 'none'",
      "base-uri 'none'",
      directive('form-action', ...all('form')),
    ],
    scripts: ["'self'", ...all('script')],
    styles: ["'self'", ...all('style')],
  };
}

const directive = (name: string, ...sources: string[]) => [name, "'self'", ...sources].join(' ');
const unique = (sources: (string | null)[]) => [
  ...new Set(sources.filter((each) => each !== null)),
];
/** Null for a relative URL such as `/api/ott`. */
const originOf = (url: string | undefined) =>
  url && URL.canParse(url) ? new URL(url).origin : null;
