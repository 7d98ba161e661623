import { ProviderError } from './provider-error.ts';

export const PROVIDER_TIMEOUT_MS = 8000;

export interface ProviderCall {
  provider: string;
  url: URL | string;
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  /** Sent as JSON; URLSearchParams as a form. */
  body?: unknown;
  timeoutMs?: number;
  fetch?: typeof globalThis.fetch;
}

/** Does not check the status. `json` is undefined for another body. Throws ProviderError `unreachable`, also on a timeout. */
export async function callProvider({ provider, url, method, headers, body, timeoutMs, fetch }: ProviderCall) {
  try {
    const response = await (fetch ?? globalThis.fetch)(url, {
      method,
      headers: {
        accept: 'application/json',
        ...(body !== undefined && !isForm(body) && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body === undefined || isForm(body) ? body : JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs ?? PROVIDER_TIMEOUT_MS),
    });
    return { status: response.status, json: parseJson(await response.text()), headers: response.headers };
  } catch (cause) {
    throw new ProviderError(provider, 'unreachable', { description: reason(cause), cause });
  }
}

/** Throws if a production process is configured with a sandbox: tickets there are paid with test money. */
export function refuseSandbox(provider: string, baseUrl: string, isProduction: boolean) {
  if (isProduction && new URL(baseUrl).pathname.startsWith('/sandbox/'))
    throw new Error(`${provider}: ${baseUrl} is a sandbox, which production must not use`);
}

const isForm = (body: unknown): body is URLSearchParams => body instanceof URLSearchParams;

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

// Node puts the useful message of a failed fetch ("connect ECONNREFUSED …") into the cause of its TypeError.
function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error && error.cause.message ? error.cause.message : error.message;
}
