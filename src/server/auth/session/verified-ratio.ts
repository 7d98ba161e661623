import { HOUR } from '#domain/limits.ts';
import type { Deps } from '../../deps.ts';
import { codesSent, codesVerified } from '../../observe/counters.ts';
import type { Limit } from '../../rate-limits.ts';
import type { Identity } from './username.ts';

/** These count and refuse nothing. */
const counter = (name: string): Limit => ({ name, points: 2 ** 31 - 1, seconds: (2 * HOUR) / 1000, message: '' });
const SENT = counter('otp_sent');
const VERIFIED = counter('otp_verified');
/** How often, in codes sent, it is asked how many came back, and from what share downwards the log says so. */
const ASKED_EVERY = 20;
const LOW = 0.25;

/** Whoever pumps SMS has no use for the codes: when few come back, somebody should look. */
export async function countSent({ limits, log, now }: Deps, identity: Identity): Promise<void> {
  codesSent.inc({ kind: identity.kind });
  const key = ratioKey(identity, now());
  const { count: sent } = await limits.count(SENT, key);
  if (sent % ASKED_EVERY !== 0) return;
  const verified = await limits.read(VERIFIED, key);
  if (verified < sent * LOW)
    log.warn({ alert: 'otp_verified_ratio', key, sent, verified }, 'few of the codes that are sent come back');
}

/** `mobile 91 2026-11-21T06`: by country and clock hour. */
const ratioKey = (identity: Identity, now: Date) =>
  [identity.kind, identity.kind === 'mobile' ? identity.dialCode : '', now.toISOString().slice(0, 13)].join(' ');

export async function countVerified({ limits, now }: Deps, identity: Identity): Promise<void> {
  codesVerified.inc({ kind: identity.kind });
  await limits.count(VERIFIED, ratioKey(identity, now()));
}
