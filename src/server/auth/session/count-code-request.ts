import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { permitMessage } from '../../message-budget/budget-message.ts';
import {
  type Channel,
  countAllOrNone,
  type LimitUse,
  reportRefusal,
  type Refusal,
} from '../../message-budget/count-uses.ts';
import { CODE_LIMITS } from '../../message-budget/limits.ts';
import { mailboxKey } from '../../message-budget/mail-address.ts';
import { dailyCodeUse, smsLimits } from '../../message-budget/sms-limits.ts';
import { networkLimits } from '../../network-limits.ts';
import type { MessagePermit } from '../../ports/messenger/messenger.ts';
import { tooManyError } from '../../rate-limits.ts';
import type { Identity } from './identity.ts';

interface CodeRequest {
  ip: string;
  hasAccount: boolean;
  isKnownDevice: boolean;
}

const channelOf = ({ kind }: Identity): Channel => (kind === 'mobile' ? 'sms' : 'email');

/**
 * Checks the limits of networks, destination, block of numbers, country and day, in this order.
 * Throws too_many_requests, and otp_paused above the daily cap.
 */
export async function countCodeRequest(
  deps: Deps,
  identity: Identity,
  request: CodeRequest,
): Promise<MessagePermit> {
  const { ip, hasAccount, isKnownDevice } = request;
  if (!isKnownDevice) await countNetworks(deps, identity, request);
  const byDestination = {
    reason: 'destination' as const,
    key: mailboxKey(identity.destination),
    hasFullLimit: isKnownDevice,
  };
  const uses: LimitUse[] = [
    { ...byDestination, limit: CODE_LIMITS.destinationHour },
    { ...byDestination, limit: CODE_LIMITS.destinationDay },
    ...(identity.kind === 'mobile'
      ? smsLimits(deps, { ...identity, ip, hasAccount })
      : [dailyCodeUse(deps, 'email', hasAccount)]),
  ];
  const channel = channelOf(identity);
  const refusal = await countAllOrNone(deps, { kind: 'code', channel }, uses);
  if (refusal) throw refusalError(refusal);
  return permitMessage('code', channel);
}

/**
 * Counts refused calls too: once strangers are refused, an accepted call reveals an account, so few
 * may follow.
 */
async function countNetworks(
  deps: Deps,
  identity: Identity,
  { ip, hasAccount }: CodeRequest,
): Promise<void> {
  for (const { limit, key } of networkLimits(deps, CODE_LIMITS.address, ip)) {
    const usage = await deps.limits.count(limit, key);
    if (usage.count <= limit.points * (hasAccount ? 2 : 1)) continue;
    await reportRefusal(
      deps,
      { kind: 'code', channel: channelOf(identity) },
      { reason: 'network', limit, key },
    );
    throw tooManyError(limit, usage);
  }
}

/** too_many_requests, and otp_paused above the daily cap. */
export const refusalError = ({ reason, limit, secondsLeft }: Refusal): AppError =>
  reason === 'day'
    ? new AppError('otp_paused', [], { retryAfter: secondsLeft })
    : tooManyError(limit, { secondsLeft });
