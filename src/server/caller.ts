import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';
import type { Config } from './config/config.ts';
import type { Deps } from './deps.ts';

type Asked = Pick<Deps, 'config' | 'log'>;

/** The caller's address; a proxy's word is taken only where the operator says that there is one (TRUST_PROXY). */
export function callerIp(context: Context, deps: Asked): string {
  const header = context.req.header('X-Forwarded-For');
  if (header && !deps.config.trustProxy) warnOfUntrusted(deps);
  const forwarded = deps.config.trustProxy ? header?.split(',').at(-1)?.trim() : undefined;
  const address = forwarded || socketAddress(context) || '127.0.0.1';
  // An IPv4 address as a server of both kinds writes it: in IPv6 they would all be one network.
  return address.replace(/^::ffff:(?=[\d.]+$)/i, '');
}

const warned = new WeakSet<Config>();

/** Once for a server: behind a proxy every request has the header. A caller without a proxy may send it too, so it is no error. */
function warnOfUntrusted({ config, log }: Asked): void {
  if (warned.has(config)) return;
  warned.add(config);
  log.warn(
    { setting: 'TRUST_PROXY' },
    'X-Forwarded-For is ignored: if a proxy of yours sends it, all callers count as one and share their limits. Then set TRUST_PROXY=true',
  );
}

function socketAddress(context: Context): string | undefined {
  try {
    return getConnInfo(context).remote.address;
  } catch {
    return undefined; // asked in process, without a socket
  }
}

/** The networks that an address is part of, the narrowest first: of IPv6 the /64, the /56 of a home and the /48 of a site. */
export function networksOf(ip: string): string[] {
  const network = networkOf(ip);
  if (!ip.includes(':')) return [network];
  const [a, b, c, d = '0'] = network.split(':');
  const home = (Number.parseInt(d, 16) & 0xff00).toString(16);
  return [network, `${a}:${b}:${c}:${home}/56`, `${a}:${b}:${c}/48`];
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
