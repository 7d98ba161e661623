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

/** A finished call. `status` is 0 without a response. `code` is the error code. Times are `performance.now()`. */
export interface Call {
  kind: Kind;
  process: number;
  startedAt: number;
  endedAt: number;
  status: number;
  code: string;
  hasRetryAfter: boolean;
}

export interface Reply {
  ok: boolean;
  status: number;
  json: any;
  text: string;
}

interface RequestOptions {
  token?: string | undefined;
  body?: object;
  idempotencyKey?: string;
  process?: number;
}

/** Longer than any timeout of the server: eight seconds for a provider, with a retry. */
const TIMEOUT_MS = 40_000;

export type SendRequest = ReturnType<typeof createRequester>;

/** Sends requests to random processes, like a load balancer without health checks, and records each call. */
export function createRequester(origins: string[], calls: Call[]) {
  const address = ['10', randomInt(256), randomInt(256), randomInt(1, 255)].join('.');
  return async (
    kind: Kind,
    method: string,
    path: string,
    { token, body, idempotencyKey, process }: RequestOptions = {},
  ): Promise<Reply> => {
    const processIndex = process ?? randomInt(origins.length);
    const startedAt = performance.now();
    const recordCall = (status: number, code: string, hasRetryAfter = false) =>
      void calls.push({
        kind,
        process: processIndex,
        startedAt,
        endedAt: performance.now(),
        status,
        code,
        hasRetryAfter,
      });
    try {
      const response = await fetch(origins[processIndex] + path, {
        method,
        headers: {
          'x-forwarded-for': address,
          ...(body && { 'content-type': 'application/json' }),
          ...(token && { authorization: `Bearer ${token}` }),
          ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
        },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const text = await response.text();
      const json = response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : null;
      const code = response.ok ? '' : (json?.code ?? String(response.status));
      recordCall(response.status, code, response.headers.has('retry-after'));
      return { ok: response.ok, status: response.status, json, text };
    } catch (error) {
      const { cause, name } = error as Error & { cause?: { code?: string } };
      recordCall(0, cause?.code ?? name);
      return { ok: false, status: 0, json: null, text: '' };
    }
  };
}

export const isError = ({ kind, status }: Call) =>
  status === 0 || status >= 500 || (status >= 400 && (kind === 'picture' || kind === 'segment'));
