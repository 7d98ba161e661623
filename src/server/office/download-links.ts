import { officeMessages as text } from '#messages/office.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../errors.ts';
import type { AppContext } from '../http/app-context.ts';
import { perHour } from '../rate-limits.ts';
import { readToken, signToken } from '../tokens.ts';
import type { OfficeSession } from './sessions.ts';

type DownloadKind = 'backup' | 'evidence';
type Claims = Record<string, unknown>;

const DOWNLOAD_MINUTES = 1;
/**
 * By the id of the link's token. Chosen: a link in a history or a log starts no second download.
 */
const LINK_LIMIT = perHour('download_link', 1, text.downloadExpired);

/** The path of the request for the link, then this. */
export const LINK_PATH = '/t/:token';

/**
 * A link that starts one download, within a minute, in a session of the member. Throws
 * confirmation_required.
 */
export function createDownloadLink(
  { config, now }: Deps,
  kind: DownloadKind,
  {
    session,
    context,
    claims,
  }: { session: OfficeSession; context: AppContext; claims: { object: string } & Claims },
): { url: string } {
  const { member, confirmedUntil } = session;
  if (!confirmedUntil) throw new AppError('confirmation_required');
  const signed = { ...claims, sub: String(member.memberId) };
  const token = signToken(config.secrets.tokenSecret, kind, signed, {
    now: now(),
    minutes: DOWNLOAD_MINUTES,
  });
  return { url: `${context.req.path.replace(/\/$/, '')}/t/${token}` };
}

/**
 * Returns the claims of the link. Throws token_invalid if it is of another member or object, or
 * expired.
 */
export async function readDownloadLink(
  { config, now }: Deps,
  kind: DownloadKind,
  { session, object, token }: { session: OfficeSession; object: string; token: string },
): Promise<Claims> {
  const claims = await readToken({
    secrets: config.secrets.acceptedTokenSecrets,
    audience: kind,
    token,
    now: now(),
  });
  if (claims?.['sub'] === String(session.member.memberId) && claims['object'] === object)
    return claims;
  throw new AppError('download_expired');
}

/** Throws token_invalid if the link has started a download. */
export async function useDownloadLink({ limits }: Deps, claims: Claims): Promise<void> {
  const { isOver } = await limits.count(LINK_LIMIT, String(claims['jti']));
  if (isOver) throw new AppError('download_expired');
}
