import { z } from 'zod';
import { createProviderClient } from '../provider-call.ts';
import { ProviderError, type ProviderErrorKind } from '../provider-error.ts';

/** A content delivery network in front of the site. It caches pages until they are purged. */
export interface Cdn {
  /**
   * Purges full URLs (at most MAX_URLS_PER_CALL) or the whole cache. Idempotent. Throws CdnError.
   */
  purge: (urls: string[] | 'everything') => Promise<void>;
}

/** Chosen: the limit of every Cloudflare plan. */
export const MAX_URLS_PER_CALL = 30;

/** A failed purge. The message never contains the token. */
export class CdnError extends ProviderError {
  /** The requested pause; null without a Retry-After header. */
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

interface CdnOptions {
  /**
   * `https://api.cloudflare.com/client/v4/zones/{zone}/purge_cache`, or a relay with the same API.
   */
  url: string;
  token: string;
  timeoutMs?: number;
}

/** Uses Cloudflare's API: https://developers.cloudflare.com/api/resources/cache/methods/purge/ */
export function createCdn({ url, token, timeoutMs }: CdnOptions): Cdn {
  return {
    async purge(urls) {
      const body = urls === 'everything' ? { purge_everything: true } : { files: urls };
      const { status, json, headers } = await sendPurge({ url, token, timeoutMs, body });
      const reply = Reply.safeParse(json).data;
      if (status >= 200 && status < 300 && reply?.success !== false) return;
      const description = reply?.errors?.[0]?.message.replaceAll(token, '…');
      throw new CdnError(
        kindOf(status),
        { status, description: description || undefined },
        retryAfterMsOf(headers),
      );
    },
  };
}

/** All fields are optional: a relay's body may differ. */
const Reply = z.object({
  success: z.boolean().optional(),
  errors: z.array(z.object({ message: z.string() })).optional(),
});

async function sendPurge({ url, token, timeoutMs, body }: CdnOptions & { body: object }) {
  try {
    const call = createProviderClient('cdn', url, {
      timeoutMs,
      // A followed redirect would become a GET with status 200, without a purge.
      fetch: (input, init) => fetch(input, { ...init, redirect: 'manual' }),
    });
    return await call({ url, method: 'POST', headers: { authorization: `Bearer ${token}` }, body });
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    throw new CdnError(
      error.kind,
      { description: error.description?.replaceAll(token, '…') ?? '' },
      null,
    );
  }
}

const kindOf = (status: number): ProviderErrorKind =>
  status === 429 || status >= 500 ? 'unreachable' : status >= 300 ? 'refused' : 'garbled';

/** `Retry-After`, in seconds or as a date. */
function retryAfterMsOf(headers: Headers): number | null {
  const text = headers.get('retry-after');
  if (!text) return null;
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return Number.isNaN(ms) ? null : Math.max(0, ms);
}
