/**
 * What the browser keeps of a session, under the specification's names (spec §4 "Local data").
 * `user`, `ticketInfo`, `moviePlayId` and the three parts of a film's submission hold JSON and are read through stores/lib/persisted.ts.
 */
export type StorageKey =
  | 'userToken'
  | 'refreshToken'
  | 'tempToken'
  | 'rememberMe'
  | 'user'
  | 'userId'
  | 'mobileNumber'
  | 'email'
  | 'screen'
  | 'socialLogin'
  | 'ticketInfo'
  | 'moviePlayId'
  | 'submissionStepOne'
  | 'submissionStepTwo'
  | 'submissionStepThree';

/** Layouts/Guard.astro hears it on every page and leads home (spec §4). */
export const SESSION_ENDED = 'session:ended';

const memory = { local: new Map<string, string>(), session: new Map<string, string>() };

/** A browser may forbid storage, and a full one refuses to write; the page then remembers for as long as it is open. */
export function storageArea(name: 'local' | 'session') {
  const kept = memory[name];
  /** Naming the storage may throw, and so may each call. */
  const attempt = <Result>(use: (storage: Storage) => Result, otherwise: Result): Result => {
    try {
      const storage = globalThis[`${name}Storage`];
      return storage ? use(storage) : otherwise;
    } catch {
      return otherwise;
    }
  };
  const store = (key: string, value: string) =>
    attempt((storage) => {
      storage.setItem(key, value);
      return true;
    }, false);
  const remove = (key: string) => attempt((storage) => storage.removeItem(key), undefined);
  return {
    read: (key: string): string | null => kept.get(key) ?? attempt((storage) => storage.getItem(key), null),
    write(key: string, value: string | null) {
      kept.delete(key);
      if (value === null) remove(key);
      else if (!store(key, value)) kept.set(key, value);
    },
    clear() {
      kept.clear();
      attempt((storage) => storage.clear(), undefined);
    },
    /** Whether a text of that many characters would outlive the page. */
    canStore(length: number): boolean {
      const isStored = store(PROBE, 'x'.repeat(length));
      remove(PROBE);
      return isStored;
    },
  };
}

const PROBE = 'storageProbe';
/** A profile and two tokens. */
const SESSION_LENGTH = 4096;

const local = storageArea('local');
const listeners = new Set<() => void>();
const tell = () => listeners.forEach((listener) => listener());

export const readItem = (key: StorageKey): string | null => local.read(key);
/** Whether a sign-in would be known on the next page. */
export const canStoreSession = (): boolean => local.canStore(SESSION_LENGTH);
export const writeItem = (key: StorageKey, value: string | null) => local.write(key, value);

/** Calls back when the tokens change, in this tab or in another. */
export function onTokens(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function saveTokens({ token, refreshtoken }: { token: string; refreshtoken: string }) {
  writeItem('userToken', token);
  writeItem('refreshToken', refreshtoken);
  writeItem('tempToken', null);
  tell();
}

/** Forgets the viewer: a log-out keeps the remember-me value, Sign out keeps nothing (spec §4). The page then goes to `/`. */
export function endSession({ keepRememberMe }: { keepRememberMe: boolean }) {
  const rememberMe = keepRememberMe ? readItem('rememberMe') : null;
  local.clear();
  writeItem('rememberMe', rememberMe);
  tell();
  globalThis.dispatchEvent?.(new Event(SESSION_ENDED));
}

globalThis.addEventListener?.('storage', ({ key }) => {
  if (key === null || key === 'userToken') tell();
});
