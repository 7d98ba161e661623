import type { Environment } from './environment.ts';

export interface Secrets {
  tokenSecret: string;
  otpPepper: string;
}

/** Only the current secrets sign. The accepted ones verify: the current one first, then the previous one while it is set. */
export interface RotatingSecrets extends Secrets {
  acceptedTokenSecrets: string[];
  acceptedOtpPeppers: string[];
}

export function secretsOf(env: Environment, make: () => Secrets): RotatingSecrets {
  const current = currentSecrets(env, make);
  return {
    ...current,
    acceptedTokenSecrets: withPrevious(current.tokenSecret, env.TOKEN_SECRET_PREVIOUS),
    acceptedOtpPeppers: withPrevious(current.otpPepper, env.OTP_PEPPER_PREVIOUS),
  };
}

function currentSecrets(env: Environment, make: () => Secrets): Secrets {
  if (env.TOKEN_SECRET && env.OTP_PEPPER) return { tokenSecret: env.TOKEN_SECRET, otpPepper: env.OTP_PEPPER };
  const made = make();
  return { tokenSecret: env.TOKEN_SECRET ?? made.tokenSecret, otpPepper: env.OTP_PEPPER ?? made.otpPepper };
}

export const withPrevious = (current: string, previous: string | undefined): string[] =>
  previous ? [current, previous] : [current];
