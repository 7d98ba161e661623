import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';
import type { Config } from './config/config.ts';
import type { Deps } from './deps.ts';

type CallerDeps = Pick<Deps, 'config' | 'log'>;

export function callerIp(context: Context, deps: CallerDeps): string {
  const header = context.req.header('X-Forwarded-For');
  if (header && !deps.config.trustProxy) warnOfIgnoredHeader(deps);
  const forwarded = deps.config.trustProxy ? header?.split(',').at(-1)?.trim() : undefined;
  const address = forwarded || socketAddress(context) || '127.0.0.1';
  // A dual-stack socket writes IPv4 as IPv6; all IPv4 callers would then share one network.
  return address.replace(/^::ffff:(?=[\d.]+$)/i, '');
}

const warnedConfigs = new WeakSet<Config>();

/**
 * Warns once per server: behind a proxy every request has the header. Any caller may send it, so it
 * is no error.
 */
function warnOfIgnoredHeader({ config, log }: CallerDeps): void {
  if (warnedConfigs.has(config)) return;
  warnedConfigs.add(config);
  log.warn(
    { setting: 'TRUST_PROXY' },
    'X-Forwarded-For is ignored, so all callers behind a proxy share their limits. If your own proxy sends it, set TRUST_PROXY=true',
  );
}

function socketAddress(context: Context): string | undefined {
  try {
    return getConnInfo(context).remote.address;
  } catch {
    return undefined; // called in process, without a socket
  }
}

/**
 * Returns the networks of an address, the narrowest first. For IPv6: the /64, the /56 of a home and
 * the /48 of an organisation.
 */
export function networksOf(ip: string): string[] {
  const network = networkOf(ip);
  if (!ip.includes(':')) return [network];
  const [a, b, c, d = '0'] = network.split(':');
  const homePrefix = (Number.parseInt(d, 16) & 0xff00).toString(16);
  return [network, `${a}:${b}:${c}:${homePrefix}/56`, `${a}:${b}:${c}/48`];
}

/**
 * Returns the /64 of an IPv6 address, because one subscriber has 2^64 addresses. An IPv4 address
 * stays as it is.
 */
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
 * Chosen: film files are signed for an IPv4 /24 or IPv6 /48, because a phone changes its address
 * within such a block.
 */
export function addressBlockOf(ip: string): string {
  if (/^(127\.|::1$)/.test(ip)) return 'this machine';
  return ip.includes(':')
    ? networkOf(ip).split(':').slice(0, 3).join(':')
    : ip.replace(/\.\d+$/, '');
}
