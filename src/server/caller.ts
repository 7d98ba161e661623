import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';

/** The caller's address; a proxy's word is taken only where the operator says that there is one (TRUST_PROXY). */
export function callerIp(context: Context, trustProxy: boolean): string {
  const forwarded = trustProxy ? context.req.header('X-Forwarded-For')?.split(',').at(-1)?.trim() : undefined;
  const address = forwarded || socketAddress(context) || '127.0.0.1';
  // An IPv4 address as a server of both kinds writes it: in IPv6 they would all be one network.
  return address.replace(/^::ffff:(?=[\d.]+$)/i, '');
}

function socketAddress(context: Context): string | undefined {
  try {
    return getConnInfo(context).remote.address;
  } catch {
    return undefined; // asked in process, without a socket
  }
}

/** Of an IPv6 address its network: one subscriber has 2^64 addresses. */
export function networkOf(ip: string): string {
  if (!ip.includes(':')) return ip;
  const [head = '', tail] = ip.toLowerCase().split('::');
  const groups = head ? head.split(':') : [];
  const after = tail ? tail.split(':') : [];
  const gap = tail === undefined ? 0 : 8 - groups.length - after.length;
  return [...groups, ...Array<string>(Math.max(0, gap)).fill('0'), ...after]
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':');
}

/**
 * Whom a film's files are signed for. Chosen: a phone changes its address within its carrier's block and still sits in the same
 * place, so the block counts: 256 addresses, of IPv6 a /48.
 */
export function blockOf(ip: string): string {
  if (/^(127\.|::1$)/.test(ip)) return 'this machine';
  return ip.includes(':') ? networkOf(ip).split(':').slice(0, 3).join(':') : ip.replace(/\.\d+$/, '');
}
