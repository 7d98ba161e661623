import type { Environment } from './environment.ts';

export interface Secrets {
  tokenSecret: string;
  otpPepper: string;
}

export function secretsOf(env: Environment, make: () => Secrets): Secrets {
  if (env.TOKEN_SECRET && env.OTP_PEPPER) return { tokenSecret: env.TOKEN_SECRET, otpPepper: env.OTP_PEPPER };
  const made = make();
  return { tokenSecret: env.TOKEN_SECRET ?? made.tokenSecret, otpPepper: env.OTP_PEPPER ?? made.otpPepper };
}
