import { atom } from 'nanostores';
import { TOAST_MS } from '#domain/limits.ts';
import { persistedInTab } from './lib/persisted.ts';

export type NoticeKind = 'success' | 'warning' | 'info' | 'error' | 'plain';

export interface Notice {
  kind: NoticeKind;
  text: string;
  /** When it was said, in milliseconds. */
  at: number;
}

const isNotice = (value: unknown): value is Notice => {
  const { kind, text, at } = Object(value) as Record<string, unknown>;
  return typeof kind === 'string' && typeof text === 'string' && typeof at === 'number';
};

// Said just before the page was left, such as Login Successful: the next page shows it. Hand-checked, since every page loads this file and none needs zod for it.
const underway = persistedInTab<Notice[]>('notices', {
  safeParse: (value) => (Array.isArray(value) && value.every(isNotice) ? { data: value } : {}),
});

/** What is to be shown and has not been yet; the toaster takes it from here. */
export const $notices = atom<Notice[]>(underway.get() ?? []);
const shown: Notice[] = [];
underway.set(null);

/** Says something at the top right of the page for two seconds (spec §8). */
export const notify = (kind: NoticeKind, text: string) =>
  $notices.set([...$notices.get(), { kind, text, at: Date.now() }]);

/** Gives the waiting notices to the one who shows them. */
export function takeNotices(): Notice[] {
  const waiting = $notices.get();
  if (waiting.length > 0) $notices.set([]);
  shown.push(...waiting);
  return waiting;
}

/** Called as the page is left: what nobody had two seconds to read goes along. */
export function keepUnread(now: number = Date.now()) {
  const unread = [...shown, ...$notices.get()].filter(({ at }) => now - at < TOAST_MS);
  underway.set(unread.length > 0 ? unread : null);
}

globalThis.addEventListener?.('pagehide', () => keepUnread());
