import { createLocalJWKSet, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';
import { z } from 'zod';
import { HOUR, MINUTE } from '#domain/limits.ts';
import { callProvider } from '../provider-call.ts';
import { ProviderError } from '../provider-error.ts';

const KeySet = z.object({ keys: z.array(z.looseObject({ kid: z.string(), kty: z.string() })).min(1) });

/** A key that nobody knows is looked up again, but not for every token that claims one. */
const LOOK_AGAIN_MS = MINUTE;
const KEPT_WITHOUT_A_WORD_MS = HOUR;

interface KeySetOptions {
  provider: string;
  url: string;
  timeoutMs?: number | undefined;
  fetch?: typeof globalThis.fetch | undefined;
}

interface Kept {
  kids: Set<string>;
  find: JWTVerifyGetKey;
  fetchedAt: number;
  staleAt: number;
}

/** A provider's public keys (JWKS), kept for as long as its Cache-Control allows. Gives jose's key finder for a moment. Throws ProviderError. */
export function createKeySet(options: KeySetOptions) {
  let kept: Kept | undefined;
  let running: Promise<Kept> | undefined;

  const renew = (now: number) => {
    running ??= fetchKeys(options, now).finally(() => (running = undefined));
    return running.then((keys) => (kept = keys));
  };

  return (now: Date): JWTVerifyGetKey =>
    async (header, token) => {
      const at = now.getTime();
      const current = kept && at < kept.staleAt ? kept : await renew(at);
      const isUnknown = !current.kids.has(header.kid ?? '') && at - current.fetchedAt >= LOOK_AGAIN_MS;
      return (isUnknown ? await renew(at) : current).find(header, token);
    };
}

async function fetchKeys({ provider, url, timeoutMs, fetch }: KeySetOptions, now: number): Promise<Kept> {
  const { status, json, headers } = await callProvider({ provider, url, method: 'GET', headers: {}, timeoutMs, fetch });
  const read = KeySet.safeParse(json);
  if (status !== 200 || !read.success) throw new ProviderError(provider, 'garbled', { status });
  return {
    kids: new Set(read.data.keys.map(({ kid }) => kid)),
    find: createLocalJWKSet(read.data as JSONWebKeySet),
    fetchedAt: now,
    staleAt: now + keptFor(headers.get('cache-control')),
  };
}

/** Milliseconds that a reply may be kept. */
function keptFor(cacheControl: string | null): number {
  if (/no-store|no-cache/.test(cacheControl ?? '')) return 0;
  const seconds = /max-age=(\d+)/.exec(cacheControl ?? '')?.[1];
  return seconds === undefined ? KEPT_WITHOUT_A_WORD_MS : Number(seconds) * 1000;
}
