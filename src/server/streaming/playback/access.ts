import { toWire } from '#domain/dates.ts';
import { PLAY_LEASE_SECONDS } from '#domain/playback.ts';
import { playbackMessages as text } from '#messages/playback.ts';
import { blockOf } from '../../caller.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { folderSigner } from '../../ports/media/signed/folder-signer.ts';
import { hashOf, readToken, signToken } from '../../tokens.ts';
import { findSitting, type SessionRow, type Sitting } from './queries.ts';

type Claimed = Pick<SessionRow, 'sessionId' | 'userId' | 'movieId' | 'movieOrderId' | 'endsAt'> & {
  packageKey: string;
};

/** A lease of a session for who asks from `ip`: its play token, its signed folder, and when both end. */
export async function issueLease({ config, now }: Deps, sitting: Claimed, ip: string) {
  const { sessionId, userId, movieId, movieOrderId, packageKey, endsAt } = sitting;
  const issuedAt = now();
  const network = blockOf(ip);
  const claims = { sub: String(userId), sid: sessionId, mov: movieId, ord: movieOrderId, net: networkMark(ip) };
  const minutes = PLAY_LEASE_SECONDS / 60;
  const playToken = await signToken(config.secrets.tokenSecret, 'play', claims, { now: issuedAt, minutes });
  const expiresAt = new Date(Math.min(issuedAt.getTime() + PLAY_LEASE_SECONDS * 1000, endsAt.getTime()));
  const media = folderSigner(config)(`/packages/${packageKey}/`, { expires: expiresAt, network });
  return { playToken, media, expiresAt: toWire(expiresAt) };
}

/** A token is seen by logs and by whoever is shown a link: it names nobody's address. */
export const networkMark = (ip: string) => hashOf(`network|${blockOf(ip)}`).slice(0, 12);

/**
 * The sitting that one of these tokens opens: the only door to playlists, keys, captions and segments.
 * Throws `token_invalid`, then `stream_replaced`, then `ticket_required`, in this order.
 */
export async function admit(deps: Deps, sessionId: string, tokens: string[], ip: string): Promise<Sitting> {
  const userId = await holderOf(deps, sessionId, tokens, networkMark(ip));
  if (userId === null) throw new AppError('forbidden', 'token_invalid', text.tokenInvalid);
  const sitting = await findSitting(deps.db, sessionId);
  if (sitting?.userId !== userId) throw new AppError('not_found', 'session_not_found', text.playbackOver);
  assertLive(sitting, deps.now());
  return sitting;
}

/** What holds whoever asks: the session is the newest of its ticket, the ticket is paid, and its time is not over. */
export function assertLive({ replacedAt, paymentStatus, endsAt }: Sitting, now: Date): void {
  if (replacedAt) throw streamReplaced();
  if (paymentStatus !== 'PAID' || endsAt <= now) throw ticketRequired();
}

export const streamReplaced = () => new AppError('conflict', 'stream_replaced', text.streamReplaced);
export const ticketRequired = () => new AppError('ticket_required', 'ticket_required', text.ticketRequired);

async function holderOf(
  { config, now }: Deps,
  sessionId: string,
  tokens: string[],
  network: string,
): Promise<number | null> {
  for (const token of tokens) {
    const claims = await readToken(config.secrets.acceptedTokenSecrets, 'play', token, now());
    if (claims?.['sid'] === sessionId && claims['net'] === network) return Number(claims['sub']);
  }
  return null;
}
