/** Throws Error for an empty list. */
export function firstOf<Item>([first]: readonly Item[]): Item {
  if (first === undefined) throw new Error('The list is empty');
  return first;
}

/** Throws Error for an empty list. */
export const lastOf = <Item>(list: readonly Item[]): Item => firstOf(list.slice(-1));

/** Throws Error for an unknown key. */
export function lookUp<Key, Value>(map: ReadonlyMap<Key, Value>, key: Key): Value {
  const value = map.get(key);
  if (value === undefined) throw new Error(`There is no value of ${String(key)}`);
  return value;
}
