/**
 * The browser APIs that the stores use: storage, a location that records visits, events. Import this file before any store:
 * stores look for the browser when they load.
 */
import { afterAll, beforeEach } from 'vitest';

class MemoryStorage implements Storage {
  #items = new Map<string, string>();
  get length() {
    return this.#items.size;
  }
  clear = () => this.#items.clear();
  getItem = (key: string) => this.#items.get(key) ?? null;
  key = (index: number) => [...this.#items.keys()][index] ?? null;
  removeItem = (key: string) => void this.#items.delete(key);
  setItem = (key: string, value: string) => void this.#items.set(key, String(value));
}

/** Reads stored values but rejects writes. */
class FullStorage {
  #stored: Storage;
  constructor(stored: Storage) {
    this.#stored = stored;
  }
  getItem = (key: string) => this.#stored.getItem(key);
  removeItem = (key: string) => this.#stored.removeItem(key);
  clear = () => this.#stored.clear();
  setItem() {
    throw new DOMException('The quota has been exceeded', 'QuotaExceededError');
  }
}

const events = new EventTarget();
const ORIGIN = 'http://server.test';

export const browser = {
  local: new MemoryStorage(),
  session: new MemoryStorage(),
  /** Addresses that the page was sent to, in order. */
  visits: [] as string[],
  /** Sets the location without running scripts. */
  open(path: string) {
    const url = new URL(path, ORIGIN);
    Object.assign(location, {
      href: url.href,
      pathname: url.pathname,
      search: url.search,
      hash: url.hash,
    });
  },
  writeInOtherTab(key: string, value: string) {
    browser.local.setItem(key, value);
    events.dispatchEvent(Object.assign(new Event('storage'), { key }));
  },
  /** Until the next test, storage is forbidden (access throws) or full (writing throws). */
  blockStorage(how: 'forbidden' | 'full') {
    for (const [name, storage] of storages)
      Object.defineProperty(globalThis, name, {
        configurable: true,
        get() {
          if (how === 'forbidden')
            throw new DOMException('The operation is insecure', 'SecurityError');
          return new FullStorage(storage);
        },
      });
  },
  dispatch: (event: Event) => events.dispatchEvent(event),
};

const recordVisit = (path: string) => void browser.visits.push(path);

Object.assign(globalThis, {
  location: {
    origin: ORIGIN,
    assign: recordVisit,
    replace: recordVisit,
    reload: () => recordVisit(location.pathname),
  },
  addEventListener: events.addEventListener.bind(events),
  removeEventListener: events.removeEventListener.bind(events),
  dispatchEvent: events.dispatchEvent.bind(events),
});
const storages = [
  ['localStorage', browser.local],
  ['sessionStorage', browser.session],
] as const;
const allowStorage = () => {
  for (const [name, value] of storages)
    Object.defineProperty(globalThis, name, { value, configurable: true });
};
allowStorage();
browser.open('/');

// Simulates layouts/guard.js, which opens the home page when a session ends.
events.addEventListener('session:ended', () => recordVisit('/'));

beforeEach(() => {
  allowStorage();
  browser.local.clear();
  browser.session.clear();
  browser.visits.length = 0;
  browser.open('/');
});

// The next file of this worker has the same globals.
afterAll(() => {
  browser.local.clear();
  browser.session.clear();
});
