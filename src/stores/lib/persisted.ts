import { atom, type WritableAtom } from 'nanostores';
import { onTokens, storageArea, type StorageKey } from '#api/tokens.ts';

/** Anything that checks an unknown value, such as a zod schema: what stands in storage may be old or written by others. */
interface Shape<Value> {
  safeParse: (value: unknown) => { data?: Value | undefined };
}

/** Setting it keeps the value; null forgets it. */
export type Persisted<Value> = WritableAtom<Value | null>;

/**
 * A value that outlives the page, kept as JSON; null when there is none, or it does not fit its shape.
 * Other tabs see a change; the end of the session forgets what lies in local storage.
 */
export function persisted<Value>(key: StorageKey, shape: Shape<Value>): Persisted<Value> {
  return inArea('local', key, shape);
}

/** The same for one tab: gone when the tab closes, untouched by the end of the session. */
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
  if (name === 'local') followOthers(key, () => show(read()));
  return $value;
}

function followOthers(key: string, reread: () => void) {
  onTokens(reread);
  globalThis.addEventListener?.('storage', (event) => event.key === key && reread());
}

function parseJson(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}
