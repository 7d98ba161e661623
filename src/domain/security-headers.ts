import { withoutUndefined } from './without-undefined.ts';

interface HeaderOptions {
  isHttps: boolean;
}

/** Chosen: two years, without `includeSubDomains`: other subdomains are not ours. */
const HSTS = 'max-age=63072000';

const commonHeaders = ({ isHttps }: HeaderOptions): Record<string, string> =>
  withoutUndefined({
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Strict-Transport-Security': isHttps ? HSTS : undefined,
  });

/**
 * For pages and static files. The remaining content policy is in each page's HTML
 * (astro.config.mjs).
 */
export const pageHeaders = (options: HeaderOptions): Record<string, string> => ({
  ...commonHeaders(options),
  'Permissions-Policy': 'camera=(), microphone=(), payment=(self)',
  'Content-Security-Policy': "frame-ancestors 'none'",
  // The popups of Google, Facebook and PayPal send messages to the page that opened them.
  'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
  'Cross-Origin-Resource-Policy': 'same-origin',
});

/** The value that a script for other sites needs. */
export const FOR_OTHER_SITES = { 'Cross-Origin-Resource-Policy': 'cross-origin' };

/** For API responses: a browser must not run, frame or load anything in them. */
export const apiHeaders = (
  options: HeaderOptions & { hasCrossOriginSites: boolean },
): Record<string, string> => ({
  ...commonHeaders(options),
  'Content-Security-Policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': options.hasCrossOriginSites ? 'cross-origin' : 'same-origin',
});

// For media. Chosen: cross-origin, because a CDN on another host (`PUBLIC_IMAGE_BASE`) passes these
// headers on. Pictures are public, and segments are useless without signed URL and key.
export const mediaHeaders = (options: HeaderOptions): Record<string, string> => ({
  ...commonHeaders(options),
  'Cross-Origin-Resource-Policy': 'cross-origin',
});
