/**
 * Caches the last `size` results, so that each key is loaded once; concurrent loads are shared.
 * Failures are not cached.
 */
export function memoize<Value>(
  load: (key: string) => Promise<Value>,
  { size, lifetimeMs, now }: { size: number; lifetimeMs: number; now: () => Date },
): (key: string) => Promise<Value> {
  const cache = new Map<string, { value: Promise<Value>; expiresAt: number }>();

  return (key) => {
    const cached = cache.get(key);
    if (cached && cached.expiresAt > now().getTime()) return cached.value;
    const value = load(key);
    cache.delete(key);
    cache.set(key, { value, expiresAt: now().getTime() + lifetimeMs });
    value.catch(() => cache.get(key)?.value === value && cache.delete(key));
    const [oldestKey] = cache.keys();
    if (cache.size > size && oldestKey !== undefined) cache.delete(oldestKey);
    return value;
  };
}
