import { storageArea } from './browser-storage.ts';

const KEY = 'clockAhead';
/** A `Date` header has whole seconds, so the server's clock may be up to one second ahead of it. */
const WHOLE_SECOND_MS = 1000;

// Stored for the tab, because the next page needs the server's time before its first response.
const storage = storageArea('session');
const listeners = new Set<() => void>();

/** Device clock minus server clock; null before the tab's first response. */
export function clockAheadMs(): number | null {
  const ahead = Number(storage.read(KEY) ?? Number.NaN);
  return Number.isFinite(ahead) ? ahead : null;
}

/** For every instant that is sent or shown. The device's time before the tab's first response. */
export const serverNow = (): Date => new Date(Date.now() - (clockAheadMs() ?? 0));

export function onClockOffsetChange(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** `sentAt`: the device's time when the request was sent, in milliseconds. */
export function measureClockOffset({ headers }: Response, sentAt: number) {
  const canBeCached = headers.get('Cache-Control') !== 'no-store';
  if (canBeCached) return;
  const serverTime = Date.parse(headers.get('Date') ?? '');
  if (Number.isNaN(serverTime)) return;
  const current = clockAheadMs();
  // The server wrote the date between request and response. A known offset inside that range stays,
  // so countdowns do not jump. Otherwise the largest offset is used, because the server rejects
  // times in its future.
  const [min, max] = [sentAt - serverTime - WHOLE_SECOND_MS, Date.now() - serverTime];
  const isInRange = min <= (current ?? 0) && (current ?? 0) <= max;
  const ahead = isInRange ? (current ?? 0) : max;
  if (ahead === current) return;
  storage.write(KEY, String(ahead));
  listeners.forEach((listener) => listener());
}
