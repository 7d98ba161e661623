import { z } from 'zod';
import { callProvider } from '../provider-call.ts';
import { ProviderError, type ProviderErrorKind } from '../provider-error.ts';

/** A delivery network before the site, which keeps pages until it is told that they are others now. */
export interface Cdn {
  /** Whole addresses (AT_ONCE at most), or all that it keeps. Throws CdnError; what was told may be told again. */
  purge: (what: string[] | 'everything') => Promise<void>;
}

/** Addresses in one call. Chosen: what every plan of Cloudflare has always taken. */
export const AT_ONCE = 30;

/** The network did not take what it was told; the message never holds the token. */
export class CdnError extends ProviderError {
  /** The pause that it asked for. */
  readonly retryAfterMs: number | null;

  constructor(
    kind: ProviderErrorKind,
    details: { status?: number; description?: string },
    retryAfterMs: number | null,
  ) {
    super('cdn', kind, details);
    this.retryAfterMs = retryAfterMs;
  }
}

export interface CdnOptions {
  /** `https://api.cloudflare.com/client/v4/zones/{zone}/purge_cache`, or a relay that takes the same. */
  url: string;
  token: string;
  timeoutMs?: number;
}

/** Told in Cloudflare's words. Source: https://developers.cloudflare.com/api/resources/cache/methods/purge/ */
export function createCdn({ url, token, timeoutMs }: CdnOptions): Cdn {
  return {
    async purge(what) {
      const body = what === 'everything' ? { purge_everything: true } : { files: what };
      const { status, json, headers } = await ask({ url, token, timeoutMs, body });
      const reply = Reply.safeParse(json).data;
      if (status >= 200 && status < 300 && reply?.success !== false) return;
      const description = reply?.errors?.[0]?.message.replaceAll(token, '…');
      throw new CdnError(kindOf(status), { status, ...(description && { description }) }, pauseIn(headers));
    },
  };
}

/** A relay may answer anything, as long as the status says it. */
const Reply = z.object({
  success: z.boolean().optional(),
  errors: z.array(z.object({ message: z.string() })).optional(),
});

async function ask({ url, token, timeoutMs, body }: CdnOptions & { body: object }) {
  try {
    return await callProvider({
      provider: 'cdn',
      url,
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body,
      ...(timeoutMs !== undefined && { timeoutMs }),
      // Followed, it would come to a GET that is answered 200 and told nobody.
      fetch: (input, init) => fetch(input, { ...init, redirect: 'manual' }),
    });
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    throw new CdnError(error.kind, { description: error.description?.replaceAll(token, '…') ?? '' }, null);
  }
}

const kindOf = (status: number): ProviderErrorKind =>
  status === 429 || status >= 500 ? 'unreachable' : status >= 300 ? 'refused' : 'garbled';

/** `Retry-After`, in seconds or as a date. */
function pauseIn(headers: Headers): number | null {
  const text = headers.get('retry-after');
  if (!text) return null;
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return Number.isNaN(ms) ? null : Math.max(0, ms);
}
