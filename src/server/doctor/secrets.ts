import { PROVIDER_NAMES } from '#contract/payments.ts';
import { type Check, warning, healthy } from './finding.ts';

/**
 * Previous secrets are only needed during a rotation. A leaked secret is a risk while it is
 * accepted.
 */
export const checkSecrets: Check = async ({ config }) => {
  const { acceptedTokenSecrets, acceptedOtpPeppers } = config.secrets;
  const remaining = [
    acceptedTokenSecrets.length > 1 ? 'TOKEN_SECRET_PREVIOUS' : [],
    acceptedOtpPeppers.length > 1 ? 'OTP_PEPPER_PREVIOUS' : [],
    ...PROVIDER_NAMES.map((name) => config[name]?.previousSecretSetting ?? []),
  ].flat();
  if (!remaining.length) return healthy('Only the current secrets are accepted');
  return warning(
    `Previous secrets are still accepted: ${remaining.join(', ')}`,
    'Remove these settings and restart the server after the time in docs/secrets.md.',
  );
};
