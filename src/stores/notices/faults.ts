import { sendFault } from '#api/faults.ts';
import { matchRoute, routes, type RouteName } from '#routes.ts';

/** Chosen: one page load in five reports errors, at most three. */
const SAMPLE_RATE = 0.2;
const MAX_REPORTS = 3;
const MAX_LENGTH = { message: 300, at: 200, stack: 1500 };

const isSampled = Math.random() < SAMPLE_RATE;
let reportedCount = 0;

/** URL parameters may contain personal data, so only the route's name is sent. */
const pageName = () =>
  (Object.keys(routes) as RouteName[]).find((name) => matchRoute(name, location.pathname)) ??
  'other';

const withoutOrigin = (text: string) =>
  text.replaceAll(location.origin, '').replace(/[?#][^\s:)]*/g, '');

/** Ignores errors of browser extensions and third-party scripts. */
export function reportFault(error: unknown, at = ''): void {
  const { message = String(error), stack = '' } = (error ?? {}) as Partial<Error>;
  const isOurs = at.startsWith(location.origin) || stack.includes(`${location.origin}/`);
  if (!isSampled || !isOurs || reportedCount >= MAX_REPORTS) return;
  reportedCount += 1;
  sendFault({
    page: pageName(),
    message: message.slice(0, MAX_LENGTH.message),
    at: withoutOrigin(at).slice(0, MAX_LENGTH.at),
    stack: withoutOrigin(stack).slice(0, MAX_LENGTH.stack),
  });
}
