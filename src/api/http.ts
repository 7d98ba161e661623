import ky, { type AfterResponseHook } from 'ky';
import type { CallInput, Endpoint, ReplyOf, Service } from '#contract/endpoint.ts';
import { generateToken } from '#contract/session.ts';
import { RETRY_AFTER_REFRESH_MS } from '#domain/limits/notices.ts';
import { withoutUndefined } from '#domain/without-undefined.ts';
import { measureClockOffset } from './server-clock.ts';
import { ApiError, apiErrorOf, OfflineError, retryAfterSeconds } from './errors.ts';
import { refreshOnce } from './refresh.ts';
import { readItem } from './browser-storage.ts';
import { readReplyOrStored } from './stored-replies.ts';

interface CallOptions {
  signal?: AbortSignal;
  /** The same key makes a repeated call harmless. By default, each call gets its own key. */
  idempotencyKey?: string;
  keepalive?: boolean;
  /** Sent as the body. */
  file?: Blob;
}

interface SendOptions extends CallOptions {
  accept?: string;
}

type AnyEndpoint = Endpoint<any, any, any, any>;
interface RequestParts {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
}

const TIMEOUT_MS = 30_000;
const UPLOAD_TIMEOUT_MS = 10 * 60_000;
const env: Partial<ImportMetaEnv> = import.meta.env ?? {};
const isBuild = Boolean(globalThis.process?.env?.['BUILD_API_ORIGIN']);
// A build reads from BUILD_API_ORIGIN, not from the browsers' URLs.
const configuredUrls: Partial<Record<Service, string | undefined>> = isBuild
  ? {}
  : { auth: env.PUBLIC_AUTH_URL, ott: env.PUBLIC_OTT_URL };
const baseUrlOf = (service: Service): string => configuredUrls[service] || `/api/${service}`;

let fetchWith: typeof fetch = (input, init) => fetch(input, init);
/** Tests pass the in-process server's `fetch`. */
export const setFetch = (replacement: typeof fetch) => (fetchWith = replacement);

const origin = () =>
  globalThis.location?.origin ??
  (globalThis.process?.env['BUILD_API_ORIGIN'] || 'http://127.0.0.1:4322');

export const resolveUrl = (address: string, service: Service = 'ott'): string =>
  new URL(address, new URL(baseUrlOf(service), origin())).href;

/**
 * Renews an expired token once (spec §4). Throws `ApiError` for an error response, `OfflineError`
 * without a response.
 */
export async function call<E extends AnyEndpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: CallOptions = {},
): Promise<ReplyOf<E>> {
  const parts = input as RequestParts;
  const send = () =>
    sendWithRefresh(endpoint, parts, {
      ...options,
      idempotencyKey: options.idempotencyKey ?? randomKey(),
    });
  const read = (response: Response) => readReply(endpoint, response) as Promise<ReplyOf<E>>;
  return endpoint.isKept
    ? readReplyOrStored({ address: keptAddress(endpoint, parts), send, read })
    : read(await send());
}

export interface FileOptions {
  signal?: AbortSignal;
  onBytes?: (bytes: Uint8Array, headers: Headers) => void;
}

/** The reply is a file of the type `accept` (`application/pdf`). */
export async function callForFile<E extends AnyEndpoint>(
  endpoint: E,
  {
    input,
    accept,
    fileOptions: { onBytes, ...options } = {},
  }: { input: CallInput<E>; accept: string; fileOptions?: FileOptions },
): Promise<Blob> {
  const response = await sendWithRefresh(endpoint, input as RequestParts, { ...options, accept });
  return (onBytes ? withProgress(response, onBytes) : response).blob().catch(rethrowAsOffline);
}

function withProgress(response: Response, onBytes: NonNullable<FileOptions['onBytes']>): Response {
  const progress = new TransformStream<Uint8Array, Uint8Array>({
    transform(bytes, controller) {
      onBytes(bytes, response.headers);
      controller.enqueue(bytes);
    },
  });
  return new Response(response.body?.pipeThrough(progress) ?? null, response);
}

const keptAddress = ({ service, path }: AnyEndpoint, { params, query = {} }: RequestParts) =>
  `${new URL(baseUrlOf(service) + pathOf(path, params), origin())}?${new URLSearchParams(query as Record<string, string>)}`;

async function sendWithRefresh(
  endpoint: AnyEndpoint,
  parts: RequestParts,
  options: SendOptions,
): Promise<Response> {
  const token = tokenFor(endpoint);
  try {
    return await sendRequest(endpoint, { requestParts: parts, token, options });
  } catch (error) {
    if (endpoint.auth === 'none' || !isTokenRejected(error)) throw error;
    await refreshOnce(token, (refreshToken) => call(generateToken, { body: { refreshToken } }));
    if (!readItem('userToken')) throw error;
  }
  await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER_REFRESH_MS));
  return sendRequest(endpoint, { requestParts: parts, token: tokenFor(endpoint), options });
}

// 403 can also be `role_required`, which a new token does not change (api.md).
const isTokenRejected = (error: unknown) =>
  error instanceof ApiError && error.status === 403 && error.code === 'token_invalid';

const tokenFor = ({ auth }: AnyEndpoint): string | null => {
  if (auth === 'none') return null;
  return readItem('userToken') ?? (auth === 'temp' ? readItem('tempToken') : null);
};

async function sendRequest(
  endpoint: AnyEndpoint,
  {
    requestParts: { params, query, body },
    token,
    options,
  }: { requestParts: RequestParts; token: string | null; options: SendOptions },
): Promise<Response> {
  const address = new URL(baseUrlOf(endpoint.service) + pathOf(endpoint.path, params), origin());
  const sentAt = Date.now();
  const response = await ky(address, {
    method: endpoint.method,
    headers: withoutUndefined({
      // The logs of server and database contain this id. Public calls omit it: cross-origin, a
      // custom header needs a preflight.
      Authorization: token ? `Bearer ${token}` : undefined,
      'X-Request-Id': token ? randomKey() : undefined,
      'Idempotency-Key': endpoint.idempotent ? options.idempotencyKey : undefined,
      Accept: options.accept,
      // A built page lives until the next rebuild, so it must not use stale data of a replica.
      'Cache-Control': isBuild ? 'no-cache' : undefined,
    }),
    searchParams: query as Record<string, string> | undefined,
    json: body,
    body: options.file,
    signal: options.signal,
    keepalive: options.keepalive ?? false,
    credentials: endpoint.hasCookie ? 'include' : 'same-origin',
    fetch: (input, init) => fetchWith(input, init),
    // Only reads are retried. The viewer decides whether to repeat a write.
    ...(endpoint.method === 'GET'
      ? { retry: { limit: 1, methods: ['get'] }, hooks: { afterResponse: [retryAfterWait] } }
      : { retry: 0 }),
    timeout: options.file ? UPLOAD_TIMEOUT_MS : TIMEOUT_MS,
    throwHttpErrors: false,
  }).catch(rethrowAsOffline);
  measureClockOffset(response, sentAt);
  if (!response.ok) throw await apiErrorOf(response);
  return response;
}

/** After a longer `Retry-After`, the page shows the error instead of waiting. */
const MAX_RETRY_AFTER_SECONDS = 10;

const retryAfterWait: AfterResponseHook = ({ response, retryCount }) => {
  const wait = response.status === 503 && retryCount === 0 ? retryAfterSeconds(response) : null;
  return wait !== null && wait <= MAX_RETRY_AFTER_SECONDS
    ? ky.retry({ delay: wait * 1000 })
    : undefined;
};

export const endpointUrl = (
  { service, path }: Pick<AnyEndpoint, 'service' | 'path'>,
  params: Record<string, unknown> = {},
): string => baseUrlOf(service) + pathOf(path, params);

const pathOf = (path: string, params: Record<string, unknown> = {}) =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));

async function readReply(endpoint: AnyEndpoint, response: Response): Promise<unknown> {
  if (!endpoint.reply || response.status === 204) return undefined;
  // A captive portal responds 200 with HTML: the request did not reach our server.
  const reply: unknown = await response.json().catch(rethrowAsOffline);
  const parsed = endpoint.reply.safeParse(reply);
  if (parsed.success) return parsed.data;
  throw new ApiError(response.status, {
    code: 'unexpected_reply',
    detail: `${endpoint.method} ${endpoint.path}: ${parsed.error.message}`,
  });
}

function rethrowAsOffline(cause: unknown): never {
  if (cause instanceof DOMException && cause.name === 'AbortError') throw cause;
  throw new OfflineError('No response', { cause });
}

/**
 * `crypto.randomUUID` exists only on secure origins; a development server in the local network has
 * none.
 */
export const randomKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
