/**
 * PayPal's button brings its styles as `<style>` elements that carry the nonce its script was given. Chosen: pages are files, so the
 * nonce is no secret and stands in the policy for styles alone, never for scripts, and only in a house with PayPal's keys.
 */
export const PAYPAL_STYLE_NONCE = 'paypal-styles';
