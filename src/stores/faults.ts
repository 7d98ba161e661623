import { sendFault } from '#api/faults.ts';
import { matchRoute, routes, type RouteName } from '#routes.ts';

/** Chosen: one visit in five tells what went wrong in it, and no visit more than three things. */
const SAMPLE = 0.2;
const MOST = 3;
const LONGEST = { message: 300, at: 200, stack: 1500 };

const isHeard = Math.random() < SAMPLE;
let told = 0;

/** Parameters of an address may name a person or what was bought: pages go by their route. */
const pageName = () =>
  (Object.keys(routes) as RouteName[]).find((name) => matchRoute(name, location.pathname)) ?? 'other';

const withoutOrigin = (text: string) => text.replaceAll(location.origin, '').replace(/[?#][^\s:)]*/g, '');

/** Reports a fault of our own script; what extensions and other sites' scripts do is not ours. */
export function reportFault(error: unknown, at = ''): void {
  const { message = String(error), stack = '' } = (error ?? {}) as Partial<Error>;
  const isOurs = at.startsWith(location.origin) || stack.includes(`${location.origin}/`);
  if (!isHeard || !isOurs || told >= MOST) return;
  told += 1;
  sendFault({
    page: pageName(),
    message: message.slice(0, LONGEST.message),
    at: withoutOrigin(at).slice(0, LONGEST.at),
    stack: withoutOrigin(stack).slice(0, LONGEST.stack),
  });
}
