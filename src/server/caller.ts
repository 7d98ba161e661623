import { getConnInfo } from '@hono/node-server/conninfo';
import type { AppContext } from './http.ts';

/** The caller's address; a proxy's word is taken only where the operator says that there is one (TRUST_PROXY). */
export function callerIp(context: AppContext, trustProxy: boolean): string {
  const forwarded = trustProxy ? context.req.header('X-Forwarded-For')?.split(',').at(-1)?.trim() : undefined;
  return forwarded || socketAddress(context) || '127.0.0.1';
}

function socketAddress(context: AppContext): string | undefined {
  try {
    return getConnInfo(context).remote.address?.replace(/^::ffff:/, '');
  } catch {
    return undefined; // asked in process, without a socket
  }
}
