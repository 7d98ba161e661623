import { withoutUndefined } from '#domain/without-undefined.ts';
import { parseJson } from '../parse-json.ts';
import { ProviderError } from './provider-error.ts';

export const PROVIDER_TIMEOUT_MS = 8000;

/** Options of every provider's client. */
export interface ProviderOptions {
  isProduction?: boolean;
  timeoutMs?: number;
  fetch?: typeof globalThis.fetch;
}

interface ProviderCall {
  url: URL | string;
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  /** Sent as JSON; URLSearchParams as a form. */
  body?: unknown;
}

export type ProviderClient = ReturnType<typeof createProviderClient>;

/**
 * Throws if a production process is configured with a sandbox: tickets there are paid with test
 * money. The returned function does not check the status; `json` is undefined if the body is not
 * JSON. It throws ProviderError `unreachable`, also on a timeout.
 */
export function createProviderClient(
  provider: string,
  baseUrl: string,
  { isProduction = false, timeoutMs = PROVIDER_TIMEOUT_MS, fetch }: ProviderOptions,
) {
  if (isProduction && new URL(baseUrl).pathname.startsWith('/sandbox/'))
    throw new Error(`${provider}: ${baseUrl} is a sandbox, which production must not use`);

  return async ({ url, method = 'GET', headers, body }: ProviderCall) => {
    try {
      const response = await (fetch ?? globalThis.fetch)(url, {
        method,
        headers: withoutUndefined({
          accept: 'application/json',
          'content-type': body === undefined || isForm(body) ? undefined : 'application/json',
          ...headers,
        }),
        body: body === undefined || isForm(body) ? body : JSON.stringify(body),
        signal: AbortSignal.timeout(timeoutMs),
      });
      return {
        status: response.status,
        json: parseJson(await response.text()),
        headers: response.headers,
      };
    } catch (cause) {
      throw new ProviderError(provider, 'unreachable', { description: reason(cause), cause });
    }
  };
}

const isForm = (body: unknown): body is URLSearchParams => body instanceof URLSearchParams;

// Node puts the useful message of a failed fetch ("connect ECONNREFUSED …") into the cause of its
// TypeError.
function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error && error.cause.message ? error.cause.message : error.message;
}
