import { DAY, DOMESTIC_DIAL_CODE } from '#domain/limits.ts';
import { sessionMessages as text } from '#messages/session.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { codesRefused } from '../../observe/counters.ts';
import type { Limit } from '../../rate-limits.ts';
import {
  type SharedLimit,
  CODE_LIMITS,
  dailyLimit,
  hourlyDialCodeLimit,
  dailyForeignLimit,
  isOwnMachine,
  networkLimits,
  tooManyError,
} from './attempt-limits.ts';
import type { Identity } from './identity.ts';

/** Above this part of `strangerPoints`, the remainder is spread over SLOW_MINUTES. */
const SLOW_FROM = 1 / 2;
const SLOW_MINUTES = 30;

interface CodeRequest {
  ip: string;
  hasAccount: boolean;
  isKnownDevice: boolean;
}

/** Checks the limits of networks, block of numbers, destination, country and day, in this order. Throws `too_many`, and `unavailable` for the daily cap. */
export async function countCodeRequest(deps: Deps, identity: Identity, request: CodeRequest): Promise<void> {
  const { dailyCap } = deps.config.otp;
  const { ip, hasAccount, isKnownDevice } = request;
  if (!isKnownDevice) await countNetworks(deps, identity, request);
  const destinationKey = destinationKeyOf(identity);
  const uses: LimitUse[] = [
    { reason: 'destination', limit: CODE_LIMITS.destinationHour, key: destinationKey, hasFullLimit: isKnownDevice },
    { reason: 'destination', limit: CODE_LIMITS.destinationDay, key: destinationKey, hasFullLimit: isKnownDevice },
  ];
  if (identity.kind === 'mobile') {
    const { destination, dialCode } = identity;
    if (!isOwnMachine(deps, ip))
      uses.unshift({
        reason: 'block',
        limit: CODE_LIMITS.block,
        key: destination.slice(0, -4),
        hasFullLimit: hasAccount,
      });
    const byCountry = { reason: 'country' as const, key: dialCode, hasFullLimit: hasAccount };
    uses.push({ ...byCountry, limit: hourlyDialCodeLimit(dailyCap), isSlowed: true });
    if (dialCode !== DOMESTIC_DIAL_CODE) uses.push({ ...byCountry, limit: dailyForeignLimit(dailyCap) });
  }
  const day = deps.now().toISOString().slice(0, 10);
  uses.push({ reason: 'day', limit: dailyLimit(dailyCap), key: `${identity.kind}|${day}`, hasFullLimit: hasAccount });
  await countAllOrNone(deps, identity, uses);
}

/** `ravi+films@gmail.com` → `ravi@gmail.com`; a mobile number stays as it is. */
const destinationKeyOf = ({ destination }: Identity) => destination.replace(/\+[^@]*(?=@)/, '');

/** Counts refused calls too: once strangers are refused, an accepted call reveals an account, so few may follow. */
async function countNetworks(deps: Deps, identity: Identity, { ip, hasAccount }: CodeRequest): Promise<void> {
  for (const { limit, key } of networkLimits(deps, CODE_LIMITS.address, ip)) {
    const usage = await deps.limits.count(limit, key);
    if (usage.count <= limit.points * (hasAccount ? 2 : 1)) continue;
    await reportRefusal(deps, identity, { reason: 'network', limit, key });
    throw tooManyError(limit, usage);
  }
}

interface LimitUse {
  reason: 'network' | 'destination' | 'block' | 'country' | 'day';
  limit: SharedLimit;
  key: string;
  /** Whether the part above `strangerPoints` may be used too. */
  hasFullLimit: boolean;
  /** Whether strangers are slowed down before they are refused. */
  isSlowed?: boolean;
}

/** Counts all or none: a refusal by a wide limit must not use up a narrow one. */
async function countAllOrNone(deps: Deps, identity: Identity, uses: LimitUse[]): Promise<void> {
  const counted: LimitUse[] = [];
  try {
    for (const use of uses) {
      counted.push(use);
      await countUse(deps, identity, use);
    }
  } catch (error) {
    for (const { limit, key } of counted) await deps.limits.undoUse(limit, key);
    throw error;
  }
}

async function countUse(deps: Deps, identity: Identity, use: LimitUse): Promise<void> {
  const { limit, key, hasFullLimit, isSlowed } = use;
  const usage = await deps.limits.count(limit, key);
  if (usage.count > (hasFullLimit ? limit.points : limit.strangerPoints)) {
    await reportRefusal(deps, identity, use);
    throw use.reason === 'day' ? pausedUntilMidnightError(deps) : tooManyError(limit, usage);
  }
  const slowFrom = Math.ceil(limit.strangerPoints * SLOW_FROM);
  if (hasFullLimit || !isSlowed || usage.count <= slowFrom) return;
  const points = Math.ceil((limit.strangerPoints - slowFrom) / SLOW_MINUTES);
  const slow: Limit = { ...limit, name: `${limit.name}_slow`, points, seconds: 60 };
  const thisMinute = await deps.limits.count(slow, key);
  if (!thisMinute.isOver) return;
  await reportRefusal(deps, identity, use);
  throw tooManyError(slow, thisMinute);
}

function pausedUntilMidnightError({ now }: Deps) {
  const retryAfter = Math.ceil((DAY - (now().getTime() % DAY)) / 1000);
  return new AppError('unavailable', 'otp_paused', text.resendFailed, { retryAfter });
}

const ALERTS = { network: null, destination: null, block: null, country: 'otp_country_cap', day: 'otp_daily_cap' };

async function reportRefusal(
  { limits, log }: Deps,
  { kind }: Identity,
  refused: Pick<LimitUse, 'reason' | 'key'> & { limit: Limit; hasFullLimit?: boolean },
): Promise<void> {
  const { reason, limit, key, hasFullLimit = false } = refused;
  codesRefused.inc({ kind, reason });
  const alert = ALERTS[reason];
  if (!alert) return;
  const name = `${limit.name}_alert${hasFullLimit ? '_known' : ''}`;
  const { count } = await limits.count({ ...limit, name, points: 1 }, key);
  if (count > 1) return;
  log[reason === 'day' ? 'error' : 'warn'](
    { alert, kind, key, cap: limit.points },
    hasFullLimit
      ? 'a limit of one-time codes is used up; no more codes are sent until its window ends'
      : 'strangers get fewer one-time codes or none; the remainder of the limit is for known accounts',
  );
}
