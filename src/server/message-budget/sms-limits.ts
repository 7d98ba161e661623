import { DOMESTIC_DIAL_CODE } from '#domain/limits/session.ts';
import type { Deps } from '../deps.ts';
import { isOwnMachine } from '../network-limits.ts';
import { type LimitUse, utcDay } from './count-uses.ts';
import { CODE_LIMITS, dailyForeignLimit, dailyLimit, hourlyDialCodeLimit } from './limits.ts';

interface Sms {
  /** Dial code and number, digits only. */
  destination: string;
  dialCode: string;
  ip: string;
  hasAccount: boolean;
}

/**
 * The limits that codes and notices by SMS share: block of numbers, country and day. They bound
 * what SMS cost in a day.
 */
export function smsLimits(deps: Deps, { destination, dialCode, ip, hasAccount }: Sms): LimitUse[] {
  const { dailyCap } = deps.config.otp;
  const byCountry = { reason: 'country' as const, key: dialCode, hasFullLimit: hasAccount };
  const uses: LimitUse[] = [{ ...byCountry, limit: hourlyDialCodeLimit(dailyCap), isSlowed: true }];
  if (!isOwnMachine(deps, ip))
    uses.unshift({
      reason: 'block',
      limit: CODE_LIMITS.block,
      key: destination.slice(0, -4),
      hasFullLimit: hasAccount,
    });
  if (dialCode !== DOMESTIC_DIAL_CODE)
    uses.push({ ...byCountry, limit: dailyForeignLimit(dailyCap) });
  return [...uses, dailyCodeUse(deps, 'mobile', hasAccount)];
}

export const dailyCodeUse = (
  deps: Deps,
  kind: 'mobile' | 'email',
  hasAccount: boolean,
): LimitUse => ({
  reason: 'day',
  limit: dailyLimit(deps.config.otp.dailyCap),
  key: `${kind}|${utcDay(deps)}`,
  hasFullLimit: hasAccount,
});
