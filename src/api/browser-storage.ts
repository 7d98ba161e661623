import { deleteDeviceData } from './device-data.ts';

/** Spec §4 "Local data". The JSON values are read through stores/lib/persistent-atom.ts. */
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
  | 'acceptedWarnings'
  | 'ticketsUntil'
  | 'downloads'
  | 'submissionStepOne'
  | 'submissionStepTwo'
  | 'submissionStepThree';

/** layouts/guard.js listens on every page and opens `/` (spec §4). */
const SESSION_ENDED = 'session:ended';

const memory = { local: new Map<string, string>(), session: new Map<string, string>() };

/** If storage is blocked or full, values stay in memory until the page is closed. */
export function storageArea(name: 'local' | 'session') {
  const inMemory = memory[name];
  const attempt = <Result>(use: (storage: Storage) => Result, fallback: Result): Result => {
    try {
      const storage = globalThis[`${name}Storage`];
      return storage ? use(storage) : fallback;
    } catch {
      return fallback;
    }
  };
  const store = (key: string, value: string) =>
    attempt((storage) => {
      storage.setItem(key, value);
      return true;
    }, false);
  const remove = (key: string) => attempt((storage) => storage.removeItem(key), undefined);
  return {
    read: (key: string): string | null =>
      inMemory.get(key) ?? attempt((storage) => storage.getItem(key), null),
    write(key: string, value: string | null) {
      inMemory.delete(key);
      if (value === null) remove(key);
      else if (!store(key, value)) inMemory.set(key, value);
    },
    clear() {
      inMemory.clear();
      attempt((storage) => storage.clear(), undefined);
    },
    canStore(length: number): boolean {
      const isStored = store(PROBE, 'x'.repeat(length));
      remove(PROBE);
      return isStored;
    },
  };
}

const PROBE = 'storageProbe';
/** Characters: a profile and two tokens. */
const SESSION_LENGTH = 4096;

const local = storageArea('local');
const listeners = new Set<() => void>();
const notifyListeners = () => listeners.forEach((listener) => listener());

export const readItem = (key: StorageKey): string | null => local.read(key);
export const canStoreSession = (): boolean => local.canStore(SESSION_LENGTH);
export const writeItem = (key: StorageKey, value: string | null) => local.write(key, value);

export function onTokensChange(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function saveTokens({ token, refreshtoken }: { token: string; refreshtoken: string }) {
  writeItem('userToken', token);
  writeItem('refreshToken', refreshtoken);
  writeItem('tempToken', null);
  notifyListeners();
}

/**
 * `keepRememberMe`: true if the server ended the session, and for Log out (spec §4). The page then
 * opens `/`.
 */
export function endSession({ keepRememberMe }: { keepRememberMe: boolean }) {
  const rememberMe = keepRememberMe ? readItem('rememberMe') : null;
  local.clear();
  void deleteDeviceData();
  writeItem('rememberMe', rememberMe);
  notifyListeners();
  globalThis.dispatchEvent?.(new Event(SESSION_ENDED));
}

globalThis.addEventListener?.('storage', ({ key }) => {
  if (key === null || key === 'userToken') notifyListeners();
});
