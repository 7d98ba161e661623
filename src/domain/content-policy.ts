import { PAYPAL_STYLE_NONCE } from './paypal-styles.ts';

type Settings = Record<string, string | undefined>;

export interface ContentPolicy {
  /** Whole directives, but those of scripts and styles. */
  directives: string[];
  /** What scripts, and styles, may come from; the site adds the hashes of its own. */
  scripts: string[];
  styles: string[];
}

/** What a provider's own code needs on our pages. */
interface Needs {
  script: string[];
  style?: string[];
  frame: string[];
  connect: string[];
  img: string[];
}

const RAZORPAY: Needs = {
  script: ['https://checkout.razorpay.com'],
  frame: ['https://api.razorpay.com', 'https://checkout.razorpay.com'],
  connect: ['https://*.razorpay.com'],
  img: ['https://*.razorpay.com'],
};
// The buttons are frames of PayPal's own, from its test system too.
const PAYPAL: Needs = {
  script: ['https://www.paypal.com', 'https://www.paypalobjects.com'],
  style: [`'nonce-${PAYPAL_STYLE_NONCE}'`],
  frame: ['https://www.paypal.com', 'https://www.sandbox.paypal.com'],
  connect: ['https://www.paypal.com', 'https://www.sandbox.paypal.com', 'https://www.paypalobjects.com'],
  img: ['https://*.paypal.com', 'https://*.paypalobjects.com'],
};
const GOOGLE: Needs = {
  script: ['https://accounts.google.com/gsi/client'],
  style: ['https://accounts.google.com/gsi/style'],
  frame: ['https://accounts.google.com/gsi/'],
  connect: ['https://accounts.google.com/gsi/'],
  img: ['https://*.gstatic.com', 'https://*.googleusercontent.com'],
};
const FACEBOOK: Needs = {
  script: ['https://connect.facebook.net'],
  frame: ['https://www.facebook.com', 'https://web.facebook.com'],
  connect: ['https://connect.facebook.net', 'https://graph.facebook.com', 'https://www.facebook.com'],
  img: ['https://www.facebook.com'],
};

/** The origins, besides its own, that a site's pictures, trailers and films come from. */
export const mediaOrigins = (settings: Settings): string[] =>
  unique([
    originOf(settings['PUBLIC_OTT_URL']),
    originOf(settings['PUBLIC_IMAGE_BASE']),
    originOf(settings['MEDIA_CDN_URL']),
    ...(settings['PICTURE_ORIGINS'] ?? '').split(',').map((each) => originOf(each.trim())),
  ]);

/**
 * The content policy of the site's pages, by the settings of the build.
 *
 * Chosen: without `require-trusted-types-for`. Plyr and Leaflet write their controls as HTML, and the scripts of Razorpay, PayPal,
 * Google and Facebook promise nothing; a default policy that lets all of their strings pass would guard nothing. Our own code writes no HTML,
 * so pages without these libraries would gain little.
 */
export function contentPolicy(settings: Settings): ContentPolicy {
  const services = unique([originOf(settings['PUBLIC_AUTH_URL']), originOf(settings['PUBLIC_OTT_URL'])]);
  // A provider without keys is off, or the sandbox's, which the services serve themselves.
  const sandbox: Needs = { script: services, frame: services, connect: services, img: services };
  const needs = [
    settings['RAZORPAY_KEY_ID'] ? RAZORPAY : sandbox,
    settings['PAYPAL_CLIENT_ID'] ? PAYPAL : sandbox,
    settings['GOOGLE_CLIENT_ID'] ? GOOGLE : sandbox,
    settings['FACEBOOK_APP_ID'] ? FACEBOOK : sandbox,
  ];
  const all = (kind: keyof Needs) => unique(needs.flatMap((each) => each[kind] ?? []));
  const media = mediaOrigins(settings);
  // Chosen: Leaflet fills `{s}` with a letter of its own.
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
      directive('form-action'),
    ],
    scripts: ["'self'", ...all('script')],
    styles: ["'self'", ...all('style')],
  };
}

const directive = (name: string, ...sources: string[]) => [name, "'self'", ...sources].join(' ');
const unique = (sources: (string | null)[]) => [...new Set(sources.filter((each) => each !== null))];
/** Null for an address on the site's own origin: `/api/ott`. */
const originOf = (address: string | undefined) => (address && URL.canParse(address) ? new URL(address).origin : null);
