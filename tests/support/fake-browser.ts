import { beforeEach } from 'vitest';

/**
 * As much of a browser as the stores touch: storage, a location that remembers where it was sent, events. Import it before any
 * store: they look for the browser when they are loaded.
 */
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

/** Gives what was stored before and takes nothing more. */
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
const ORIGIN = 'http://house.test';

export const browser = {
  local: new MemoryStorage(),
  session: new MemoryStorage(),
  /** The addresses that the page was sent to, in order. */
  visits: [] as string[],
  /** Opens a page, without its scripts. */
  open(path: string) {
    const url = new URL(path, ORIGIN);
    Object.assign(location, { href: url.href, pathname: url.pathname, search: url.search, hash: url.hash });
  },
  /** What another tab writes. */
  writtenElsewhere(key: string, value: string) {
    browser.local.setItem(key, value);
    events.dispatchEvent(Object.assign(new Event('storage'), { key }));
  },
  /** From now on, until the next test, storage is forbidden (naming it throws), or full (writing throws). */
  blockStorage(how: 'forbidden' | 'full') {
    for (const [name, storage] of storages)
      Object.defineProperty(globalThis, name, {
        configurable: true,
        get() {
          if (how === 'forbidden') throw new DOMException('The operation is insecure', 'SecurityError');
          return new FullStorage(storage);
        },
      });
  },
  dispatch: (event: Event) => events.dispatchEvent(event),
};

const visit = (path: string) => void browser.visits.push(path);

Object.assign(globalThis, {
  location: { origin: ORIGIN, assign: visit, replace: visit, reload: () => visit(location.pathname) },
  addEventListener: events.addEventListener.bind(events),
  removeEventListener: events.removeEventListener.bind(events),
  dispatchEvent: events.dispatchEvent.bind(events),
});
const storages = [
  ['localStorage', browser.local],
  ['sessionStorage', browser.session],
] as const;
const allowStorage = () => {
  for (const [name, value] of storages) Object.defineProperty(globalThis, name, { value, configurable: true });
};
allowStorage();
browser.open('/');

// The guard, which stands on every page (layouts/guard.js), leads home at the end of a session.
events.addEventListener('session:ended', () => visit('/'));

beforeEach(() => {
  allowStorage();
  browser.local.clear();
  browser.session.clear();
  browser.visits.length = 0;
  browser.open('/');
});
