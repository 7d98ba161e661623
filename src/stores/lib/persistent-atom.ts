import { atom, type WritableAtom } from 'nanostores';
import { onTokensChange, storageArea, type StorageKey } from '#api/browser-storage.ts';

/** A zod schema or any other validator. Stored values may be outdated or changed by hand. */
interface Shape<Value> {
  safeParse: (value: unknown) => { data?: Value | undefined };
}

type PersistentAtom<Value> = WritableAtom<Value | null>;

/**
 * A value in local storage; null if missing or invalid. Follows changes of other tabs. Log-out
 * clears it.
 */
export function persistentAtom<Value>(key: StorageKey, shape: Shape<Value>): PersistentAtom<Value> {
  return createAtom('local', key, shape);
}

/** A value in session storage. Log-out does not clear it. */
export function persistentTabAtom<Value>(key: string, shape: Shape<Value>): PersistentAtom<Value> {
  return createAtom('session', key, shape);
}

function createAtom<Value>(
  name: 'local' | 'session',
  key: string,
  shape: Shape<Value>,
): PersistentAtom<Value> {
  const area = storageArea(name);
  const read = () => shape.safeParse(parseJson(area.read(key))).data ?? null;
  const $value = atom<Value | null>(read());
  const setAtom = $value.set;
  $value.set = (value) => {
    area.write(key, value === null ? null : JSON.stringify(value));
    setAtom(value);
  };
  if (name === 'local') followOtherTabs(key, () => setAtom(read()));
  return $value;
}

function followOtherTabs(key: string, reread: () => void) {
  onTokensChange(reread);
  globalThis.addEventListener?.('storage', (event) => event.key === key && reread());
}

function parseJson(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}
