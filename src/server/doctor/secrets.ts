import { type Check, warning, healthy } from './finding.ts';

/** Previous secrets are only needed during a rotation. A leaked secret is a risk while it is accepted. */
export const checkSecrets: Check = async ({ config: { secrets, razorpay, paypal } }) => {
  const accepted = {
    TOKEN_SECRET_PREVIOUS: secrets.acceptedTokenSecrets,
    OTP_PEPPER_PREVIOUS: secrets.acceptedOtpPeppers,
    RAZORPAY_WEBHOOK_SECRET_PREVIOUS: razorpay?.webhookSecrets ?? [],
    PAYPAL_WEBHOOK_ID_PREVIOUS: paypal?.webhookIds ?? [],
  };
  const remaining = Object.entries(accepted).flatMap(([setting, values]) => (values.length > 1 ? [setting] : []));
  if (!remaining.length) return healthy('secrets', 'Only the current secrets are accepted');
  return warning(
    'secrets',
    `Previous secrets are still accepted: ${remaining.join(', ')}`,
    'Remove these settings and restart the server after the time in docs/secrets.md.',
  );
};
