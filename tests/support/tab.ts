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
  dispatch: (event: Event) => events.dispatchEvent(event),
};

const visit = (path: string) => void browser.visits.push(path);

Object.assign(globalThis, {
  location: { origin: ORIGIN, assign: visit, replace: visit, reload: () => visit(location.pathname) },
  addEventListener: events.addEventListener.bind(events),
  dispatchEvent: events.dispatchEvent.bind(events),
});
Object.defineProperty(globalThis, 'localStorage', { value: browser.local, configurable: true });
Object.defineProperty(globalThis, 'sessionStorage', { value: browser.session, configurable: true });
browser.open('/');

// The guard, which stands on every page (layouts/guard.js), leads home at the end of a session.
events.addEventListener('session:ended', () => visit('/'));

beforeEach(() => {
  browser.local.clear();
  browser.session.clear();
  browser.visits.length = 0;
  browser.open('/');
});
