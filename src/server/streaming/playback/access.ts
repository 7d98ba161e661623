import { toWire } from '#domain/dates.ts';
import { PLAY_LEASE_SECONDS } from '#domain/playback.ts';
import { addressBlockOf } from '../../caller.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { folderSigner } from '../../ports/media/signed/folder-signer.ts';
import { hmacSha256Hex, readToken, signToken } from '../../tokens.ts';
import { findSession, type SessionRow, type PlaybackSession } from './queries.ts';

type LeasedSession = Pick<
  SessionRow,
  'sessionId' | 'userId' | 'movieId' | 'movieOrderId' | 'endsAt'
> & {
  packageKey: string;
};

/** The play token and the signed folder address expire together. */
export async function issueLease({ config, now }: Deps, session: LeasedSession, ip: string) {
  const { sessionId, userId, movieId, movieOrderId, packageKey, endsAt } = session;
  const issuedAt = now();
  const claims = {
    sub: String(userId),
    sid: sessionId,
    mov: movieId,
    ord: movieOrderId,
    net: networkHash(config, ip),
  };
  const minutes = PLAY_LEASE_SECONDS / 60;
  const playToken = signToken(config.secrets.tokenSecret, 'play', claims, {
    now: issuedAt,
    minutes,
  });
  const expiresAt = new Date(
    Math.min(issuedAt.getTime() + PLAY_LEASE_SECONDS * 1000, endsAt.getTime()),
  );
  return {
    playToken,
    media: signFolder(config, packageKey, { expires: expiresAt, ip }),
    expiresAt: toWire(expiresAt),
  };
}

/** `orderId`: for a download (signed-folder.ts). */
export const signFolder = (
  config: Deps['config'],
  packageKey: string,
  { expires, ip, orderId }: { expires: Date; ip: string; orderId?: number },
) =>
  folderSigner(config)(`/packages/${packageKey}/`, {
    expires,
    network: addressBlockOf(ip),
    orderId,
  });

const hashWith = (secret: string, ip: string) =>
  hmacSha256Hex(secret, `network|${addressBlockOf(ip)}`).slice(0, 12);

/**
 * Keyed, because tokens appear in logs and shared links, and all networks can be tried within a
 * second.
 */
export const networkHash = ({ secrets }: Pick<Deps['config'], 'secrets'>, ip: string) =>
  hashWith(secrets.tokenSecret, ip);

/** Also true for a hash by a previous TOKEN_SECRET. */
export const isHashOfNetwork = (
  { secrets }: Pick<Deps['config'], 'secrets'>,
  hash: unknown,
  ip: string,
): boolean => secrets.acceptedTokenSecrets.some((secret) => hash === hashWith(secret, ip));

/**
 * For playlists, keys, captions, segments. Throws, in this order: token_invalid, session_not_found,
 * stream_replaced, ticket_required.
 */
export async function authorizeStream({
  deps,
  sessionId,
  tokens,
  ip,
}: {
  deps: Deps;
  sessionId: string;
  tokens: string[];
  ip: string;
}): Promise<PlaybackSession> {
  const userId = await findTokenHolder(deps, { sessionId, tokens, ip });
  if (userId === null) throw new AppError('play_token_invalid');
  const session = await findSession(deps.db, sessionId);
  if (session?.userId !== userId) throw new AppError('playback_not_found');
  requireOpenSession(session, deps.now());
  return session;
}

/**
 * Requires the newest session of a paid ticket within its time. Throws stream_replaced,
 * ticket_required.
 */
export function requireOpenSession(
  { endedAt, paymentStatus, endsAt }: PlaybackSession,
  now: Date,
): void {
  if (endedAt) throw streamReplaced();
  if (paymentStatus !== 'PAID' || endsAt <= now) throw ticketRequired();
}

export const streamReplaced = () => new AppError('stream_replaced');
export const ticketRequired = () => new AppError('ticket_required');

async function findTokenHolder(
  { config, now }: Deps,
  { sessionId, tokens, ip }: { sessionId: string; tokens: string[]; ip: string },
): Promise<number | null> {
  for (const token of tokens) {
    const claims = await readToken({
      secrets: config.secrets.acceptedTokenSecrets,
      audience: 'play',
      token,
      now: now(),
    });
    if (claims?.['sid'] === sessionId && isHashOfNetwork(config, claims['net'], ip))
      return Number(claims['sub']);
  }
  return null;
}
