import type { Environment } from './environment.ts';
import { withPrevious } from './read-setting.ts';

export interface Secrets {
  tokenSecret: string;
  otpPepper: string;
}

/**
 * Current secrets sign. Accepted secrets verify: the current secret, then the previous one if it is
 * set.
 */
export function rotatingSecrets(env: Environment, developmentSecrets: () => Secrets) {
  const current = currentSecrets(env, developmentSecrets);
  return {
    ...current,
    acceptedTokenSecrets: withPrevious(current.tokenSecret, env.TOKEN_SECRET_PREVIOUS),
    acceptedOtpPeppers: withPrevious(current.otpPepper, env.OTP_PEPPER_PREVIOUS),
  };
}

function currentSecrets(env: Environment, developmentSecrets: () => Secrets): Secrets {
  if (env.TOKEN_SECRET && env.OTP_PEPPER)
    return { tokenSecret: env.TOKEN_SECRET, otpPepper: env.OTP_PEPPER };
  const development = developmentSecrets();
  return {
    tokenSecret: env.TOKEN_SECRET ?? development.tokenSecret,
    otpPepper: env.OTP_PEPPER ?? development.otpPepper,
  };
}
