import { storageArea } from './tokens.ts';

const KEY = 'clockAhead';
/** A reply's `Date` has whole seconds: the server's clock may have been this much further. */
const WHOLE_SECOND_MS = 1000;

// Kept for the tab, since the next page shows and sends instants before its first reply.
const storage = storageArea('session');
const listeners = new Set<() => void>();

/** Milliseconds that this device's clock is ahead of the server's; negative behind; null before any reply of this tab. */
export function clockAhead(): number | null {
  const ahead = Number(storage.read(KEY) ?? Number.NaN);
  return Number.isFinite(ahead) ? ahead : null;
}

/** The time by the server's clock, by the device's own while no reply is known. For every instant that is sent or shown. */
export const serverNow = (): Date => new Date(Date.now() - (clockAhead() ?? 0));

/** Calls back when the device's clock turns out to be further ahead or behind than was known. Gives what ends that. */
export function onClockCompared(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Compares the device's clock with the one of a reply to a call that was sent at `sentAt`, in milliseconds by the device. */
export function compareClocks({ headers }: Response, sentAt: number) {
  // A reply that was kept has the time at which it was made.
  if (headers.get('Cache-Control') !== 'no-store') return;
  const there = Date.parse(headers.get('Date') ?? '');
  if (Number.isNaN(there)) return;
  const known = clockAhead();
  // The reply was made somewhere between call and answer. What is known stays while it fits, so that no countdown jumps; else
  // the most is taken, since a time that the server has not reached yet would be refused.
  const [least, most] = [sentAt - there - WHOLE_SECOND_MS, Date.now() - there];
  const fits = least <= (known ?? 0) && (known ?? 0) <= most;
  const ahead = fits ? (known ?? 0) : most;
  if (ahead === known) return;
  storage.write(KEY, String(ahead));
  listeners.forEach((listener) => listener());
}
