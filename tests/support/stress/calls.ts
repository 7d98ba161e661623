import { randomInt } from 'node:crypto';
import { performance } from 'node:perf_hooks';

export type Kind =
  | 'list'
  | 'search'
  | 'film'
  | 'picture'
  | 'code'
  | 'login'
  | 'refresh'
  | 'profile'
  | 'book'
  | 'checkout razorpay'
  | 'checkout paypal'
  | 'report razorpay'
  | 'report paypal'
  | 'ticket'
  | 'play'
  | 'record'
  | 'playlist'
  | 'key'
  | 'segment'
  | 'renew';

/** One call as it went. `status` is 0 where nobody answered. Times are `performance.now()`. */
export interface Call {
  kind: Kind;
  process: number;
  from: number;
  to: number;
  status: number;
  /** The problem's own, or the network's. */
  code: string;
  /** Whether an answer said when to ask again. */
  hasRetryAfter: boolean;
}

export interface Reply {
  ok: boolean;
  status: number;
  json: any;
  text: string;
}

interface Ask {
  token?: string | undefined;
  body?: object;
  key?: string;
  process?: number;
}

/** Longer than anything the house waits for itself: the provider's eight seconds, tried again. */
const PATIENCE_MS = 40_000;

export type Browser = ReturnType<typeof aBrowser>;

/** Asks the one process or the other, as behind a balancer that knows nothing of their health, and writes down how it went. */
export function aBrowser(origins: string[], calls: Call[]) {
  const address = ['10', randomInt(256), randomInt(256), randomInt(1, 255)].join('.');
  return async (kind: Kind, method: string, path: string, { token, body, key, process }: Ask = {}): Promise<Reply> => {
    const asked = process ?? randomInt(origins.length);
    const from = performance.now();
    const note = (status: number, code: string, hasRetryAfter = false) =>
      void calls.push({ kind, process: asked, from, to: performance.now(), status, code, hasRetryAfter });
    try {
      const response = await fetch(origins[asked] + path, {
        method,
        headers: {
          'x-forwarded-for': address,
          ...(body && { 'content-type': 'application/json' }),
          ...(token && { authorization: `Bearer ${token}` }),
          ...(key && { 'idempotency-key': key }),
        },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      const text = await response.text();
      const json = response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : null;
      const code = response.ok ? '' : (json?.code ?? String(response.status));
      note(response.status, code, response.headers.has('retry-after'));
      return { ok: response.ok, status: response.status, json, text };
    } catch (error) {
      const { cause, name } = error as Error & { cause?: { code?: string } };
      note(0, cause?.code ?? name);
      return { ok: false, status: 0, json: null, text: '' };
    }
  };
}

/** What nobody should ever see: no answer, a server's fault, or a picture or a piece of film that is not there. */
export const isError = ({ kind, status }: Call) =>
  status === 0 || status >= 500 || (status >= 400 && (kind === 'picture' || kind === 'segment'));
