import { atom } from 'nanostores';
import { TOAST_MS } from '#domain/limits/notices.ts';
import { persistentTabAtom } from '../lib/persistent-atom.ts';

export interface Notice {
  kind: 'success' | 'warning' | 'info' | 'error' | 'plain';
  text: string;
  at: number;
  /** If it was shown too briefly, the next page shows it again. */
  isForNextPage: boolean;
}

const isNotice = (value: unknown): value is Notice => {
  const { kind, text, at, isForNextPage } = Object(value) as Record<string, unknown>;
  return (
    typeof kind === 'string' &&
    typeof text === 'string' &&
    typeof at === 'number' &&
    typeof isForNextPage === 'boolean'
  );
};

// Validated without zod, because every page loads this file.
const carriedOver = persistentTabAtom<Notice[]>('notices', {
  safeParse: (value) => (Array.isArray(value) && value.every(isNotice) ? { data: value } : {}),
});

/** Why the guard sent the visitor home (layouts/guarded-page.js). */
const guardNotice = persistentTabAtom<string>('guardNotice', {
  safeParse: (value) => (typeof value === 'string' ? { data: value } : {}),
});

export const $notices = atom<Notice[]>(
  (carriedOver.get() ?? []).map((notice) => ({ ...notice, isForNextPage: false })),
);
const shown: Notice[] = [];
carriedOver.set(null);

const add = (notice: Omit<Notice, 'at'>) =>
  $notices.set([...$notices.get(), { ...notice, at: Date.now() }]);

/** Shows a toast (spec §8). The next page does not repeat it. */
export const notify = (kind: Notice['kind'], text: string) =>
  add({ kind, text, isForNextPage: false });

/** For a notice just before this page is left, such as Login Successful. */
export const notifyOnNextPage = (kind: Notice['kind'], text: string) =>
  add({ kind, text, isForNextPage: true });

/** The guarded page itself is hidden until the browser has left it. */
function showGuardNotice() {
  const text = guardNotice.get();
  if (!text || globalThis.document?.documentElement?.hidden) return;
  guardNotice.set(null);
  notify('info', text);
}
showGuardNotice();

export function takeNotices(): Notice[] {
  const waiting = $notices.get();
  if (waiting.length > 0) $notices.set([]);
  shown.push(...waiting);
  return waiting;
}

/** Carries notices for the next page over that were shown too briefly. */
export function saveUnreadNotices(now: number = Date.now()) {
  const unread = [...shown, ...$notices.get()].filter(
    ({ at, isForNextPage }) => isForNextPage && now - at < TOAST_MS,
  );
  carriedOver.set(unread.length > 0 ? unread : null);
}

globalThis.addEventListener?.('pagehide', () => saveUnreadNotices());
