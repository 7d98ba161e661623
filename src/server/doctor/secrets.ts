import { type Check, look, well } from './finding.ts';

/** A previous secret is for a change that is under way. A secret that leaked is a danger for as long as it is accepted. */
export const noPreviousSecretIsLeft: Check = async ({ config: { secrets, razorpay, paypal } }) => {
  const accepted = {
    TOKEN_SECRET_PREVIOUS: secrets.acceptedTokenSecrets,
    OTP_PEPPER_PREVIOUS: secrets.acceptedOtpPeppers,
    RAZORPAY_WEBHOOK_SECRET_PREVIOUS: razorpay?.webhookSecrets ?? [],
    PAYPAL_WEBHOOK_ID_PREVIOUS: paypal?.webhookIds ?? [],
  };
  const left = Object.entries(accepted).flatMap(([setting, values]) => (values.length > 1 ? [setting] : []));
  if (!left.length) return well('secrets', 'Only the current secrets are accepted');
  return look(
    'secrets',
    `Previous secrets are still accepted: ${left.join(', ')}`,
    'Remove these settings and restart when the time in docs/secrets.md has passed.',
  );
};
