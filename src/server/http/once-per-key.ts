import { claimKey, type KeyedRequest, releaseKey, storeReply } from '../db/idempotency.ts';
import type { Deps, Viewer } from '../deps.ts';
import { AppError } from '../errors.ts';
import { sha256Hex } from '../tokens.ts';
import type { AppContext } from './app-context.ts';

export const keyedRequest = ({
  context,
  viewer,
  key,
  raw,
}: {
  context: AppContext;
  viewer: Viewer | null;
  key: string;
  raw: string;
}): KeyedRequest => ({
  caller: viewer ? `user:${viewer.userId}` : `ip:${context.get('callerIp')}`,
  key: sha256Hex(key),
  requestHash: sha256Hex(`${context.req.method} ${context.req.path}\n${raw}`),
});

/**
 * Replays the first reply for the same key and request within 24 h. Another request gets 422
 * (api.md).
 */
export async function respondOncePerKey(
  deps: Deps,
  request: KeyedRequest,
  respond: () => Promise<Response>,
) {
  const claim = await claimKey(deps.db, request, deps.now());
  if (claim.kind === 'other_request') throw new AppError('idempotency_key_reused');
  if (claim.kind === 'running')
    throw new AppError('request_running', [], {
      retryAfter: 1,
    });
  if (claim.kind === 'done')
    return Response.json(claim.reply, {
      status: claim.status,
      headers: { 'Idempotent-Replay': 'true', 'Cache-Control': 'no-store' },
    });
  try {
    const response = await respond();
    const reply: unknown = response.status === 204 ? null : await response.clone().json();
    await storeReply({ db: deps.db, request, status: response.status, reply });
    return response;
  } catch (error) {
    await releaseKey(deps.db, request);
    throw error;
  }
}
