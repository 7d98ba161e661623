import { DAY } from '#domain/limits/durations.ts';
import type { Deps } from '../deps.ts';
import { codesRefused, messagesHeld } from '../observe/counters.ts';
import type { Limit } from '../rate-limits.ts';
import type { SharedLimit } from './limits.ts';
import type { MessageKind } from './message-kinds.ts';

export type Channel = 'sms' | 'email';
type Reason = 'network' | 'destination' | 'account' | 'block' | 'country' | 'day';

export interface LimitUse {
  reason: Reason;
  limit: SharedLimit;
  key: string;
  /** Whether the part above `strangerPoints` may be used too. */
  hasFullLimit: boolean;
  /** Whether strangers are slowed down before they are refused. */
  isSlowed?: boolean;
}

export interface Refusal {
  reason: Reason;
  limit: Limit;
  secondsLeft: number;
}

interface CountedMessage {
  kind: MessageKind;
  channel: Channel;
}

/** Above this part of `strangerPoints`, the remainder is spread over SLOW_MINUTES. */
const SLOW_FROM = 1 / 2;
const SLOW_MINUTES = 30;

/**
 * Counts all or none: a refusal by a wide limit must not use up a narrow one. Null if no limit
 * refuses.
 */
export async function countAllOrNone(
  deps: Deps,
  message: CountedMessage,
  uses: LimitUse[],
): Promise<Refusal | null> {
  const counted: LimitUse[] = [];
  for (const use of uses) {
    counted.push(use);
    const refusal = await countUse(deps, use);
    if (!refusal) continue;
    await undoUses(deps, counted);
    await reportRefusal(deps, message, use);
    return refusal;
  }
  return null;
}

export async function undoUses({ limits }: Deps, uses: LimitUse[]): Promise<void> {
  for (const { limit, key } of uses) await limits.undoUse(limit, key);
}

async function countUse(
  deps: Deps,
  { reason, limit, key, hasFullLimit, isSlowed }: LimitUse,
): Promise<Refusal | null> {
  const { count, secondsLeft } = await deps.limits.count(limit, key);
  if (count > (hasFullLimit ? limit.points : limit.strangerPoints))
    return {
      reason,
      limit,
      secondsLeft: reason === 'day' ? secondsUntilMidnight(deps) : secondsLeft,
    };
  const slowFrom = Math.ceil(limit.strangerPoints * SLOW_FROM);
  if (hasFullLimit || !isSlowed || count <= slowFrom) return null;
  const points = Math.ceil((limit.strangerPoints - slowFrom) / SLOW_MINUTES);
  const slow: Limit = { ...limit, name: `${limit.name}_slow`, points, seconds: 60 };
  const thisMinute = await deps.limits.count(slow, key);
  return thisMinute.isOver ? { reason, limit: slow, secondsLeft: thisMinute.secondsLeft } : null;
}

const secondsUntilMidnight = ({ now }: Deps) => Math.ceil((DAY - (now().getTime() % DAY)) / 1000);

export const utcDay = ({ now }: Deps) => now().toISOString().slice(0, 10);

/** The alert of a limit that the whole cinema shares. */
function alertOf(reason: Reason, { kind, channel }: CountedMessage): string | null {
  if (reason === 'country') return 'otp_country_cap';
  if (reason !== 'day') return null;
  return kind === 'code' || channel === 'sms' ? 'otp_daily_cap' : 'mail_daily_cap';
}

export async function reportRefusal(
  { limits, log }: Deps,
  message: CountedMessage,
  refused: Pick<LimitUse, 'reason' | 'key'> & { limit: Limit; hasFullLimit?: boolean },
): Promise<void> {
  const { reason, limit, key, hasFullLimit = false } = refused;
  const { kind, channel } = message;
  if (kind === 'code') codesRefused.inc({ kind: channel === 'sms' ? 'mobile' : 'email', reason });
  messagesHeld.inc({ kind, channel, reason });
  const alert = alertOf(reason, message);
  if (!alert) return;
  const name = `${limit.name}_alert${hasFullLimit ? '_known' : ''}`;
  const { count } = await limits.count({ ...limit, name, points: 1 }, key);
  if (count > 1) return;
  log[reason === 'day' ? 'error' : 'warn'](
    { alert, kind: channel === 'sms' ? 'mobile' : 'email', key, cap: limit.points },
    hasFullLimit
      ? 'a limit of messages is used up; no more of these messages are sent until its window ends'
      : 'strangers get fewer messages or none; the remainder of the limit is for known accounts and proven addresses',
  );
}
