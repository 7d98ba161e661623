import { href, pathPattern, routes } from '#routes.ts';
import { replaceUrl } from './navigate.ts';
import { persistentTabAtom } from './persistent-atom.ts';

const DUMMY_ORIGIN = 'http://here.invalid';

/**
 * Prevents open redirects: null unless the path is a page of this site that a signed-in viewer may
 * open.
 */
export function safePath(requested: string | null): string | null {
  if (!requested?.startsWith('/') || !URL.canParse(requested, DUMMY_ORIGIN)) return null;
  const { origin, pathname, search, hash } = new URL(requested, DUMMY_ORIGIN);
  const isAllowed = Object.values(routes).some(
    ({ path, access }) =>
      access !== 'guest' && access !== 'staff' && pathPattern(path).test(pathname),
  );
  return origin === DUMMY_ORIGIN && isAllowed ? pathname + search + hash : null;
}

const storedPath = (key: string) =>
  persistentTabAtom<string>(key, {
    safeParse: (value) => ({
      data: typeof value === 'string' ? (safePath(value) ?? undefined) : undefined,
    }),
  });
const returnTo = storedPath('returnTo');
/** The page from which the guard sent the visitor home (layouts/guarded-page.js). */
const guardedPath = storedPath('guardedPath');

/** `/signup?next=/movies/ticket-booking/12` */
export const signUpHref = (next: string | null = returnTo.get()): string =>
  next ? `${href('signup')}?next=${encodeURIComponent(next)}` : href('signup');

/**
 * Stores /signup's `?next=`, else the page from which the guard sent the visitor home. Without
 * both, clears the stored path.
 */
export function saveReturnPath(search: string) {
  const requested = safePath(new URLSearchParams(search).get('next'));
  const guarded = guardedPath.get();
  returnTo.set(requested ?? guarded);
  guardedPath.set(null);
  // A reload keeps it.
  if (!requested && guarded) replaceUrl(signUpHref(guarded));
}

export function consumeReturnPath(): string {
  const path = returnTo.get() ?? href('home');
  returnTo.set(null);
  return path;
}
