/**
 * Chosen: a CSP nonce that is the same in every page and not secret, because static pages cannot
 * have a fresh one. The Content Security Policy accepts it only in `style-src`, for the styles that
 * PayPal's script adds, and only if PayPal is configured.
 */
export const PAYPAL_STYLE_NONCE = 'paypal-styles';
