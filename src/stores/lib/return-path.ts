import { href, pathPattern, routes } from '#routes.ts';
import { persistedInTab } from './persisted.ts';

const HERE = 'http://here.invalid';

/** A wished-for address, when it is a page of this site that a signed-in viewer may open; else null. Nothing else is ever gone to. */
export function safePath(wish: string | null): string | null {
  if (!wish?.startsWith('/') || !URL.canParse(wish, HERE)) return null;
  const { origin, pathname, search, hash } = new URL(wish, HERE);
  const isOurs = Object.values(routes).some(
    ({ path, access }) => access !== 'guest' && pathPattern(path).test(pathname),
  );
  return origin === HERE && isOurs ? pathname + search + hash : null;
}

const returnTo = persistedInTab<string>('returnTo', {
  safeParse: (value) => ({ data: typeof value === 'string' ? (safePath(value) ?? undefined) : undefined }),
});

/** Where /signup is asked for with the page to return to: `/signup?next=/movies/ticket-booking/12`. */
export const signUpHref = (next: string | null = returnTo.get()): string =>
  next ? `${href('signup')}?next=${encodeURIComponent(next)}` : href('signup');

/** Takes note of /signup's `?next=`; a visit without one forgets the last. */
export const rememberReturn = (search: string) => returnTo.set(safePath(new URLSearchParams(search).get('next')));

/** Where to go after signing in, once. */
export function takeReturn(): string {
  const path = returnTo.get() ?? href('home');
  returnTo.set(null);
  return path;
}
