import { createLocalJWKSet, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';
import { z } from 'zod';
import { HOUR, MINUTE } from '#domain/limits/durations.ts';
import type { ProviderClient } from '../provider-call.ts';
import { ProviderError } from '../provider-error.ts';

const KeySet = z.object({
  keys: z.array(z.looseObject({ kid: z.string(), kty: z.string() })).min(1),
});

/** An unknown key id triggers a new fetch, at most once a minute. */
const MIN_REFETCH_MS = MINUTE;
const DEFAULT_CACHE_MS = HOUR;

interface CachedKeys {
  kids: Set<string>;
  findKey: JWTVerifyGetKey;
  fetchedAt: number;
  staleAt: number;
}

/** Caches public keys (JWKS) as long as Cache-Control allows. Throws ProviderError. */
export function createKeySet(provider: string, url: string, call: ProviderClient) {
  let cached: CachedKeys | undefined;
  let fetching: Promise<CachedKeys> | undefined;

  async function fetchKeys(now: number): Promise<CachedKeys> {
    const { status, json, headers } = await call({ url });
    const parsed = KeySet.safeParse(json);
    if (status !== 200 || !parsed.success) throw new ProviderError(provider, 'garbled', { status });
    return {
      kids: new Set(parsed.data.keys.map(({ kid }) => kid)),
      findKey: createLocalJWKSet(parsed.data as JSONWebKeySet),
      fetchedAt: now,
      staleAt: now + cacheLifetimeMs(headers.get('cache-control')),
    };
  }

  const refetch = (now: number) => {
    fetching ??= fetchKeys(now).finally(() => (fetching = undefined));
    return fetching.then((keys) => (cached = keys));
  };

  return (now: Date): JWTVerifyGetKey =>
    async (header, token) => {
      const at = now.getTime();
      const current = cached && at < cached.staleAt ? cached : await refetch(at);
      const isUnknown =
        !current.kids.has(header.kid ?? '') && at - current.fetchedAt >= MIN_REFETCH_MS;
      return (isUnknown ? await refetch(at) : current).findKey(header, token);
    };
}

function cacheLifetimeMs(cacheControl: string | null): number {
  if (/no-store|no-cache/.test(cacheControl ?? '')) return 0;
  const seconds = /max-age=(\d+)/.exec(cacheControl ?? '')?.[1];
  return seconds === undefined ? DEFAULT_CACHE_MS : Number(seconds) * 1000;
}
