import { atom } from 'nanostores';
import { TOAST_MS } from '#domain/limits.ts';
import { persistentTabAtom } from './lib/persistent-atom.ts';

export interface Notice {
  kind: 'success' | 'warning' | 'info' | 'error' | 'plain';
  text: string;
  at: number;
}

const isNotice = (value: unknown): value is Notice => {
  const { kind, text, at } = Object(value) as Record<string, unknown>;
  return typeof kind === 'string' && typeof text === 'string' && typeof at === 'number';
};

// Notices shown just before leaving a page, such as Login Successful. Validated without zod, because every page loads this file.
const carriedOver = persistentTabAtom<Notice[]>('notices', {
  safeParse: (value) => (Array.isArray(value) && value.every(isNotice) ? { data: value } : {}),
});

export const $notices = atom<Notice[]>(carriedOver.get() ?? []);
let shown: Notice[] = [];
carriedOver.set(null);

/** Shows a toast (spec §8). */
export const notify = (kind: Notice['kind'], text: string) =>
  $notices.set([...$notices.get(), { kind, text, at: Date.now() }]);

export function takeNotices(): Notice[] {
  const waiting = $notices.get();
  if (waiting.length > 0) $notices.set([]);
  shown.push(...waiting);
  return waiting;
}

/** For a problem that the viewer has solved: the next page does not show its notice. */
export const forgetShownNotice = (text: string) => void (shown = shown.filter((notice) => notice.text !== text));

/** Carries notices that were shown too briefly over to the next page. */
export function saveUnreadNotices(now: number = Date.now()) {
  const unread = [...shown, ...$notices.get()].filter(({ at }) => now - at < TOAST_MS);
  carriedOver.set(unread.length > 0 ? unread : null);
}

globalThis.addEventListener?.('pagehide', () => saveUnreadNotices());
