import { atom, type WritableAtom } from 'nanostores';
import { onTokensChange, storageArea, type StorageKey } from '#api/tokens.ts';

/** A zod schema or any other validator. Stored values may be outdated or changed by hand. */
interface Shape<Value> {
  safeParse: (value: unknown) => { data?: Value | undefined };
}

export type Persisted<Value> = WritableAtom<Value | null>;

/** A value in local storage; null if missing or invalid. Follows changes of other tabs. Log-out clears it. */
export function persisted<Value>(key: StorageKey, shape: Shape<Value>): Persisted<Value> {
  return inArea('local', key, shape);
}

/** A value in session storage. Log-out does not clear it. */
export function persistedInTab<Value>(key: string, shape: Shape<Value>): Persisted<Value> {
  return inArea('session', key, shape);
}

function inArea<Value>(name: 'local' | 'session', key: string, shape: Shape<Value>): Persisted<Value> {
  const area = storageArea(name);
  const read = () => shape.safeParse(parseJson(area.read(key))).data ?? null;
  const $value = atom<Value | null>(read());
  const show = $value.set;
  $value.set = (value) => {
    area.write(key, value === null ? null : JSON.stringify(value));
    show(value);
  };
  if (name === 'local') followOtherTabs(key, () => show(read()));
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
