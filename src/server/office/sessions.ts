import { randomBytes } from 'node:crypto';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { HOUR, MINUTE } from '#domain/limits/durations.ts';
import { officeMessages as text } from '#messages/office.ts';
import { verifyPassword } from '../auth/passwords.ts';
import { useNetworkLimits } from '../network-limits.ts';
import { networkOf } from '../caller.ts';
import { isHttps } from '../config/config.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../errors.ts';
import type { AppContext } from '../http/app-context.ts';
import { perHour } from '../rate-limits.ts';
import { sha256Hex } from '../tokens.ts';
import {
  confirmSession,
  deleteSession,
  findMember,
  findSession,
  insertSession,
  lockPassword,
  type MemberRow,
} from './queries.ts';
import { consumeFactorCode, requireFactorCode } from './second-factor.ts';

export const OFFICE_COOKIE = 'matinee-office';
const SESSION_MS = 12 * HOUR;
const CONFIRMATION_MS = 5 * MINUTE;
const NAME_LIMIT = perHour('office_sign_in', 10, text.tooManyTries);
const ADDRESS_LIMIT = perHour('office_sign_in_ip', 50, text.tooManyTries);

export interface OfficeSession {
  member: MemberRow;
  tokenHash: string;
  expiresAt: Date;
  confirmedUntil: Date | null;
  ip: string;
}

const cookieOptions = (deps: Deps) => ({
  path: '/api/office',
  httpOnly: true,
  secure: isHttps(deps.config),
  sameSite: 'Strict' as const,
});

export const memberReply = ({ member, expiresAt, confirmedUntil }: OfficeSession) => ({
  name: member.name,
  roles: member.roles,
  expiresAt,
  confirmedUntil,
});

/** Throws unauthenticated (one text for every wrong part), too_many_requests. */
export async function signIn(
  deps: Deps,
  context: AppContext,
  { name, password, code }: { name: string; password: string; code: string },
): Promise<OfficeSession> {
  const ip = context.get('callerIp');
  await useNetworkLimits(deps, ADDRESS_LIMIT, ip);
  // Per network too, so that a stranger elsewhere cannot lock a member out.
  const nameAndNetwork = `${name.toLowerCase()} ${networkOf(ip)}`;
  await deps.limits.use(NAME_LIMIT, nameAndNetwork);
  const member = await findMember(deps.db, name);
  const isPasswordCorrect = await verifyPassword(password, member?.passwordHash);
  const signInError = new AppError('unauthenticated');
  if (!member || !isPasswordCorrect) throw signInError;
  const verdict = await consumeFactorCode(deps, member, code);
  if (verdict === 'used') await deps.limits.undoUse(NAME_LIMIT, nameAndNetwork);
  if (verdict !== 'accepted') throw signInError;
  await deps.limits.reset(NAME_LIMIT, nameAndNetwork);
  return startSession(deps, context, member);
}

/** Throws unauthenticated if the member was reset or removed after the password was verified. */
export async function startSession(
  deps: Deps,
  context: AppContext,
  member: MemberRow,
): Promise<OfficeSession> {
  const token = randomBytes(32).toString('base64url');
  const createdAt = deps.now();
  const session = {
    tokenHash: sha256Hex(token),
    expiresAt: new Date(createdAt.getTime() + SESSION_MS),
  };
  const ip = context.get('callerIp');
  const { memberId } = member;
  await deps.db.transaction(async (tx) => {
    const current = await lockPassword(tx, memberId);
    if (!current || current.passwordHash !== member.passwordHash)
      throw new AppError('unauthenticated');
    await insertSession(tx, { ...session, memberId, createdAt, ipAddress: ip });
  });
  setCookie(context, OFFICE_COOKIE, token, { ...cookieOptions(deps), maxAge: SESSION_MS / 1000 });
  return { ...session, member, confirmedUntil: null, ip };
}

/** Throws office_session_required. */
export async function readSession(deps: Deps, context: AppContext): Promise<OfficeSession> {
  const token = getCookie(context, OFFICE_COOKIE);
  const now = deps.now();
  const found = token && (await findSession(deps.db, sha256Hex(token), now));
  if (!found) throw new AppError('office_session_required');
  const { session, member } = found;
  const until = session.confirmedAt && new Date(session.confirmedAt.getTime() + CONFIRMATION_MS);
  return {
    member,
    tokenHash: session.tokenHash,
    expiresAt: session.expiresAt,
    confirmedUntil: until && until > now ? until : null,
    ip: context.get('callerIp'),
  };
}

/** Throws otp_invalid, too_many_requests. */
export async function confirmWithCode(
  deps: Deps,
  session: OfficeSession,
  code: string,
): Promise<OfficeSession> {
  await requireFactorCode(deps, session.member, code);
  const confirmedAt = deps.now();
  await confirmSession(deps.db, session.tokenHash, confirmedAt);
  return { ...session, confirmedUntil: new Date(confirmedAt.getTime() + CONFIRMATION_MS) };
}

export async function signOut(deps: Deps, context: AppContext): Promise<void> {
  const { tokenHash } = await readSession(deps, context);
  await deleteSession(deps.db, tokenHash);
  deleteCookie(context, OFFICE_COOKIE, cookieOptions(deps));
}
