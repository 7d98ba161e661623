/** The headers that guard pages and answers, told once: the server sends them, and the files for other hosts write them. */

export interface Served {
  /** Whether browsers reach it over https. */
  isHttps: boolean;
}

/** Chosen: two years, as preload lists ask, and this host alone: its neighbours' names are not ours to decide about. */
const HSTS = 'max-age=63072000';

const everywhere = ({ isHttps }: Served): Record<string, string> => ({
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  ...(isHttps && { 'Strict-Transport-Security': HSTS }),
});

/** Of the site's pages and files. Each page carries the rest of its content policy in itself (astro.config.mjs). */
export const pageHeaders = (served: Served): Record<string, string> => ({
  ...everywhere(served),
  'Permissions-Policy': 'camera=(), microphone=(), payment=(self)',
  'Content-Security-Policy': "frame-ancestors 'none'",
  // Google, Facebook and PayPal answer the page that opened their window.
  'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
  'Cross-Origin-Resource-Policy': 'same-origin',
});

/** Of the services' answers, which are no pages: whatever is in them, a browser runs, frames and loads nothing. */
export const apiHeaders = (served: Served & { hasOtherSites: boolean }): Record<string, string> => ({
  ...everywhere(served),
  'Content-Security-Policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': served.hasOtherSites ? 'cross-origin' : 'same-origin',
});

/**
 * Of pictures, trailers and segments. Chosen: any page may show them, since a delivery network on a name of its own
 * (`PUBLIC_IMAGE_BASE`) hands these headers on; pictures are public, and segments are worth nothing without their address and key.
 */
export const mediaHeaders = (served: Served): Record<string, string> => ({
  ...everywhere(served),
  'Cross-Origin-Resource-Policy': 'cross-origin',
});
