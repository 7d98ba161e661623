/** Chosen: not secret, because pages are static. The policy allows it only for styles, and only if PayPal is configured. */
export const PAYPAL_STYLE_NONCE = 'paypal-styles';
