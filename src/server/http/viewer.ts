import type { Endpoint } from '#contract/endpoint.ts';
import { isSessionActive } from '../db/session-active.ts';
import type { Deps, Viewer } from '../deps.ts';
import { AppError } from '../errors.ts';
import { readViewer } from '../tokens.ts';
import type { AppContext } from './app-context.ts';

/**
 * Returns the viewer of the token; null for a public endpoint. Throws token_invalid, role_required.
 */
export async function authenticateViewer(
  { auth, role }: Pick<Endpoint, 'auth' | 'role'>,
  context: AppContext,
  deps: Deps,
): Promise<Viewer | null> {
  if (auth === 'none') return null;
  const token = bearerToken(context) ?? '';
  const { acceptedTokenSecrets } = deps.config.secrets;
  const viewer =
    (await readViewer({
      secrets: acceptedTokenSecrets,
      audience: 'user',
      token,
      now: deps.now(),
    })) ??
    (auth === 'temp'
      ? await readViewer({
          secrets: acceptedTokenSecrets,
          audience: 'temp',
          token,
          now: deps.now(),
        })
      : null);
  // A revoked session must end at once, not when its token expires.
  if (!viewer || !(await isSessionActive(deps.db, viewer))) throw new AppError('token_invalid');
  if (role && !viewer.roles.includes(role)) throw new AppError('role_required', [role]);
  return viewer;
}

/**
 * Chosen: basic credentials (spec §7) are refused. Each call would carry the password and cost a
 * slow hash, and a password cannot be ended like a session.
 */
export const bearerToken = (context: AppContext): string | undefined =>
  /^Bearer (.+)$/.exec(context.req.header('Authorization') ?? '')?.[1];
