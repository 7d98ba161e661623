import { PLAY_TOKEN_MINUTES } from '#domain/playback.ts';
import { MINUTE } from '#domain/limits.ts';
import { playbackMessages as text } from '#messages/playback.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { readToken, signToken } from '../../tokens.ts';
import { findSitting, type SessionRow, type Sitting } from './queries.ts';

type Claimed = Pick<SessionRow, 'sessionId' | 'userId' | 'movieId' | 'movieOrderId'>;

/** A play token for a session, and when it ends. */
export async function issuePlayToken({ config, now }: Deps, { sessionId, userId, movieId, movieOrderId }: Claimed) {
  const issuedAt = now();
  const claims = { sub: String(userId), sid: sessionId, mov: movieId, ord: movieOrderId };
  const playToken = await signToken(config.secrets.tokenSecret, 'play', claims, {
    now: issuedAt,
    minutes: PLAY_TOKEN_MINUTES,
  });
  return { playToken, expiresAt: new Date(issuedAt.getTime() + PLAY_TOKEN_MINUTES * MINUTE) };
}

/**
 * The sitting that one of these tokens opens: the only door to playlists, keys, captions and segments.
 * Throws `token_invalid`, then `stream_replaced`, then `ticket_required`, in this order.
 */
export async function admit(deps: Deps, sessionId: string, tokens: string[]): Promise<Sitting> {
  const userId = await holderOf(deps, sessionId, tokens);
  if (userId === null) throw new AppError('forbidden', 'token_invalid', text.tokenInvalid);
  const sitting = await findSitting(deps.db, sessionId);
  if (sitting?.userId !== userId) throw new AppError('not_found', 'session_not_found', text.playbackOver);
  assertLive(sitting, deps.now());
  return sitting;
}

/** What holds whoever asks: the session is the newest of its ticket, the ticket is paid, and its time is not over. */
export function assertLive({ replacedAt, paymentStatus, endsAt }: Sitting, now: Date): void {
  if (replacedAt) throw new AppError('conflict', 'stream_replaced', text.streamReplaced);
  if (paymentStatus !== 'PAID' || endsAt <= now) throw ticketRequired();
}

export const ticketRequired = () => new AppError('ticket_required', 'ticket_required', text.ticketRequired);

async function holderOf({ config, now }: Deps, sessionId: string, tokens: string[]): Promise<number | null> {
  for (const token of tokens) {
    const claims = await readToken(config.secrets.tokenSecret, 'play', token, now());
    if (claims && claims['sid'] === sessionId) return Number(claims['sub']);
  }
  return null;
}
