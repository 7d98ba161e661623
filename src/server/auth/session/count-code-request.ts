import { DAY, DOMESTIC_DIAL_CODE } from '#domain/limits.ts';
import { sessionMessages as text } from '#messages/session.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { codesRefused } from '../../observe/counters.ts';
import type { Limit } from '../../rate-limits.ts';
import { type Cap, CODES, daily, dialCodeHour, foreignDay, isOwnMachine, limitsFrom, refusalOf } from './caps.ts';
import type { Identity } from './username.ts';

/** From this part of the common part on, what is left of it is spread over the minutes of half an hour. */
const SLOW_FROM = 1 / 2;
const SLOW_MINUTES = 30;

/** Who asks for a code. */
export interface Asking {
  ip: string;
  /** Whether the destination has an account. */
  isKnown: boolean;
  /** Whether that account signed in on this device before. */
  isKnownDevice: boolean;
}

/** Counts a code that is about to be sent, from the narrowest cap to the widest; throws `too_many`, `unavailable` for the day's cap. */
export async function countCode(deps: Deps, identity: Identity, asking: Asking): Promise<void> {
  const { dailyCap } = deps.config.otp;
  const { ip, isKnown, isKnownDevice } = asking;
  if (!isKnownDevice) await countNetworks(deps, identity, asking);
  const mailbox = mailboxOf(identity);
  const uses: Use[] = [
    { reason: 'destination', cap: CODES.destinationHour, key: mailbox, isKnown: isKnownDevice },
    { reason: 'destination', cap: CODES.destinationDay, key: mailbox, isKnown: isKnownDevice },
  ];
  if (identity.kind === 'mobile') {
    const { destination, dialCode } = identity;
    if (!isOwnMachine(deps, ip))
      uses.unshift({ reason: 'block', cap: CODES.block, key: destination.slice(0, -4), isKnown });
    uses.push({ reason: 'country', cap: dialCodeHour(dailyCap), key: dialCode, isKnown, isSlowed: true });
    if (dialCode !== DOMESTIC_DIAL_CODE)
      uses.push({ reason: 'country', cap: foreignDay(dailyCap), key: dialCode, isKnown });
  }
  const day = deps.now().toISOString().slice(0, 10);
  uses.push({ reason: 'day', cap: daily(dailyCap), key: `${identity.kind}|${day}`, isKnown });
  await countTogether(deps, identity, uses);
}

/** `ravi+films@gmail.com` is read where `ravi@gmail.com` is. */
const mailboxOf = ({ destination }: Identity) => destination.replace(/\+[^@]*(?=@)/, '');

/**
 * Networks count every call, refused ones too: once strangers are refused, an answer shows who has an account, and nobody may try
 * numbers by the thousand. Known accounts are so sent codes until twice as many were asked for.
 */
async function countNetworks(deps: Deps, identity: Identity, { ip, isKnown }: Asking): Promise<void> {
  for (const { limit, key } of limitsFrom(deps, CODES.address, ip)) {
    const uses = await deps.limits.count(limit, key);
    if (uses.count <= limit.points * (isKnown ? 2 : 1)) continue;
    await noteRefusal(deps, identity, { reason: 'network', cap: limit, key });
    throw refusalOf(limit, uses);
  }
}

interface Use {
  reason: 'network' | 'destination' | 'block' | 'country' | 'day';
  cap: Cap;
  key: string;
  isKnown: boolean;
  /** Whether strangers have to wait before they are refused. */
  isSlowed?: boolean;
}

/** Counts all, or none: who is refused by a wide cap has not used up their own. */
async function countTogether(deps: Deps, identity: Identity, uses: Use[]): Promise<void> {
  const counted: Use[] = [];
  try {
    for (const use of uses) {
      counted.push(use);
      await countShare(deps, identity, use);
    }
  } catch (error) {
    for (const { cap, key } of counted) await deps.limits.refund(cap, key);
    throw error;
  }
}

async function countShare(deps: Deps, identity: Identity, use: Use): Promise<void> {
  const { cap, key, isKnown, isSlowed } = use;
  const uses = await deps.limits.count(cap, key);
  if (uses.count > (isKnown ? cap.points : cap.common)) {
    await noteRefusal(deps, identity, use);
    throw use.reason === 'day' ? pausedUntilMidnight(deps) : refusalOf(cap, uses);
  }
  const slowFrom = Math.ceil(cap.common * SLOW_FROM);
  if (isKnown || !isSlowed || uses.count <= slowFrom) return;
  const points = Math.ceil((cap.common - slowFrom) / SLOW_MINUTES);
  const slow: Limit = { ...cap, name: `${cap.name}_slow`, points, seconds: 60 };
  const thisMinute = await deps.limits.count(slow, key);
  if (!thisMinute.isOver) return;
  await noteRefusal(deps, identity, use);
  throw refusalOf(slow, thisMinute);
}

/** The breaker: past the day's cap nothing is sent that way until the day (UTC) is over. */
function pausedUntilMidnight({ now }: Deps) {
  const retryAfter = Math.ceil((DAY - (now().getTime() % DAY)) / 1000);
  return new AppError('unavailable', 'otp_paused', text.resendFailed, { retryAfter });
}

/** What `alert` says of a refusal that strangers cause for others. */
const ALERTS = { network: null, destination: null, block: null, country: 'otp_country_cap', day: 'otp_daily_cap' };

/** Counts it for the metrics, and once in a cap's time for the log. */
async function noteRefusal(
  { limits, log }: Deps,
  { kind }: Identity,
  { reason, cap, key, isKnown = false }: Pick<Use, 'reason' | 'key'> & { cap: Limit; isKnown?: boolean },
): Promise<void> {
  codesRefused.inc({ kind, reason });
  const alert = ALERTS[reason];
  if (!alert) return;
  const name = `${cap.name}_alert${isKnown ? '_known' : ''}`;
  const { count } = await limits.count({ ...cap, name, points: 1 }, key);
  if (count > 1) return;
  log[reason === 'day' ? 'error' : 'warn'](
    { alert, kind, key, cap: cap.points },
    isKnown
      ? 'a cap of codes is used up; nobody is sent more until it begins anew'
      : 'strangers are sent fewer codes or none; the rest of the cap is kept for known accounts',
  );
}
