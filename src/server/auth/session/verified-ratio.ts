import { HOUR } from '#domain/limits/durations.ts';
import type { Deps } from '../../deps.ts';
import { codesSent, codesVerified } from '../../observe/counters.ts';
import type { Limit } from '../../rate-limits.ts';
import type { Identity } from './identity.ts';

const unlimited = (name: string): Limit => ({
  name,
  points: 2 ** 31 - 1,
  seconds: (2 * HOUR) / 1000,
  message: '',
});
const SENT = unlimited('otp_sent');
const VERIFIED = unlimited('otp_verified');
/** After every 20 sent codes, a verified share below LOW_RATIO is logged. */
const CHECK_EVERY = 20;
const LOW_RATIO = 0.25;

/**
 * Nobody enters the codes that SMS pumping requests, so a low share of verified codes is logged.
 */
export async function countSentCode({ limits, log, now }: Deps, identity: Identity): Promise<void> {
  codesSent.inc({ kind: identity.kind });
  const key = ratioKey(identity, now());
  const { count: sent } = await limits.count(SENT, key);
  if (sent % CHECK_EVERY !== 0) return;
  const verified = await limits.readCount(VERIFIED, key);
  if (verified < sent * LOW_RATIO)
    log.warn(
      { alert: 'otp_verified_ratio', key, sent, verified },
      'few of the sent one-time codes are entered',
    );
}

const ratioKey = (identity: Identity, now: Date) =>
  [
    identity.kind,
    identity.kind === 'mobile' ? identity.dialCode : '',
    now.toISOString().slice(0, 13),
  ].join(' ');

export async function countVerifiedCode({ limits, now }: Deps, identity: Identity): Promise<void> {
  codesVerified.inc({ kind: identity.kind });
  await limits.count(VERIFIED, ratioKey(identity, now()));
}
