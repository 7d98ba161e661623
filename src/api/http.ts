import ky, { type AfterResponseHook } from 'ky';
import type { CallInput, Endpoint, ReplyOf, Service } from '#contract/endpoint.ts';
import { generateToken } from '#contract/session.ts';
import { RETRY_AFTER_REFRESH_MS } from '#domain/limits.ts';
import { compareClocks } from './clock.ts';
import { ApiError, apiErrorOf, OfflineError, waitOf } from './errors.ts';
import { refreshOnce } from './refresh.ts';
import { readItem } from './tokens.ts';

export interface CallOptions {
  signal?: AbortSignal;
  /** For calls that create or pay: the same key for the same intention; without one, each call gets its own. */
  idempotencyKey?: string;
  /** Lets the call outlive the page. */
  keepalive?: boolean;
}

interface Sending extends CallOptions {
  accept?: string;
  /** Sent as it is, in place of a JSON body. */
  file?: Blob;
}

type AnyEndpoint = Endpoint<any, any, any, any>;
interface Parts {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
}

const TIMEOUT_MS = 30_000;
/** Ten megabytes on a slow phone. */
const UPLOAD_TIMEOUT_MS = 10 * 60_000;
const env: Partial<ImportMetaEnv> = import.meta.env ?? {};
const isBuild = Boolean(globalThis.process?.env?.['BUILD_API_ORIGIN']);
// A build reads from the server that it was given, wherever browsers will find the services.
const bases: Record<Service, string> = {
  auth: (!isBuild && env.PUBLIC_AUTH_URL) || '/api/auth',
  ott: (!isBuild && env.PUBLIC_OTT_URL) || '/api/ott',
};

let fetchWith: typeof fetch = (input, init) => fetch(input, init);
/** Tests put the real server's own `fetch` here, so that no port is needed. */
export const setFetch = (replacement: typeof fetch) => (fetchWith = replacement);

/** Where relative addresses begin: this page's origin; in a build, the server that the build reads from. */
const origin = () =>
  globalThis.location?.origin ?? (globalThis.process?.env['BUILD_API_ORIGIN'] || 'http://127.0.0.1:4322');

/** An address that the wire gave, made absolute as the server of that service means it. */
export const resolveUrl = (address: string, service: Service = 'ott'): string =>
  new URL(address, new URL(bases[service], origin())).href;

/**
 * Makes a call of the contract and gives its checked reply. Throws `ApiError` for a refusal, `OfflineError` when nothing answered.
 * A token that has run out is renewed once, unseen by the caller (spec §4).
 */
export async function call<E extends AnyEndpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: CallOptions = {},
): Promise<ReplyOf<E>> {
  const response = await respond(endpoint, input as Parts, {
    ...options,
    idempotencyKey: options.idempotencyKey ?? newKey(),
  });
  if (!endpoint.reply || response.status === 204) return undefined as ReplyOf<E>;
  return readReply(endpoint, response) as Promise<ReplyOf<E>>;
}

/** A call whose body is a file as it is. */
export async function callWithFile<E extends AnyEndpoint>(
  endpoint: E,
  file: Blob,
  options: Pick<CallOptions, 'signal'> = {},
): Promise<ReplyOf<E>> {
  return readReply(endpoint, await respond(endpoint, {}, { ...options, file })) as Promise<ReplyOf<E>>;
}

export interface FileOptions {
  signal?: AbortSignal;
  /** Is shown the bytes of the file as they come, and what the reply's head said of it. */
  onBytes?: (bytes: Uint8Array, headers: Headers) => void;
}

/** A call whose reply is a file, in the form that `accept` names (`application/pdf`). */
export async function callForFile<E extends AnyEndpoint>(
  endpoint: E,
  input: CallInput<E>,
  accept: string,
  { onBytes, ...options }: FileOptions = {},
): Promise<Blob> {
  const response = await respond(endpoint, input as Parts, { ...options, accept });
  return (onBytes ? watched(response, onBytes) : response).blob().catch(rethrowAsOffline);
}

/** The same reply; whoever reads it, `onBytes` reads along. */
function watched(response: Response, onBytes: NonNullable<FileOptions['onBytes']>): Response {
  const alongside = new TransformStream<Uint8Array, Uint8Array>({
    transform(bytes, controller) {
      onBytes(bytes, response.headers);
      controller.enqueue(bytes);
    },
  });
  return new Response(response.body?.pipeThrough(alongside) ?? null, response);
}

async function respond(endpoint: AnyEndpoint, parts: Parts, options: Sending): Promise<Response> {
  const token = tokenFor(endpoint);
  try {
    return await send(endpoint, parts, token, options);
  } catch (error) {
    if (endpoint.auth === 'none' || !hasTokenRunOut(error)) throw error;
    await refreshOnce(token, (refreshToken) => call(generateToken, { body: { refreshToken } }));
    if (!readItem('userToken')) throw error;
  }
  await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER_REFRESH_MS));
  return send(endpoint, parts, tokenFor(endpoint), options);
}

// 403 also means `role_required`, which no new token would change (api.md).
const hasTokenRunOut = (error: unknown) =>
  error instanceof ApiError && error.status === 403 && error.code === 'token_invalid';

const tokenFor = ({ auth }: AnyEndpoint): string | null => {
  if (auth === 'none') return null;
  return readItem('userToken') ?? (auth === 'temp' ? readItem('tempToken') : null);
};

async function send(
  endpoint: AnyEndpoint,
  { params, query, body }: Parts,
  token: string | null,
  options: Sending,
): Promise<Response> {
  const address = new URL(bases[endpoint.service] + pathOf(endpoint.path, params), origin());
  const sentAt = Date.now();
  const response = await ky(address, {
    method: endpoint.method,
    headers: {
      // The server's log, and its database's, name what was asked by this id. Public calls go without: from another origin a
      // header of our own would cost them a round trip.
      ...(token && { Authorization: `Bearer ${token}`, 'X-Request-Id': newKey() }),
      ...(endpoint.idempotent && { 'Idempotency-Key': options.idempotencyKey }),
      ...(options.accept && { Accept: options.accept }),
      // A page lives until the next rebuild: it is made of what is written now, not of what a replica has heard yet.
      ...(isBuild && { 'Cache-Control': 'no-cache' }),
    },
    ...(query && { searchParams: query as Record<string, string> }),
    ...(body !== undefined && { json: body }),
    ...(options.file && { body: options.file }),
    ...(options.signal && { signal: options.signal }),
    keepalive: options.keepalive ?? false,
    credentials: endpoint.hasCookie ? 'include' : 'same-origin',
    fetch: (input, init) => fetchWith(input, init),
    // Reading again is harmless; what creates or pays is only sent again by the viewer's own wish.
    ...(endpoint.method === 'GET'
      ? { retry: { limit: 1, methods: ['get'] }, hooks: { afterResponse: [askAgainLater] } }
      : { retry: 0 }),
    timeout: options.file ? UPLOAD_TIMEOUT_MS : TIMEOUT_MS,
    throwHttpErrors: false,
  }).catch(rethrowAsOffline);
  compareClocks(response, sentAt);
  if (!response.ok) throw await apiErrorOf(response);
  return response;
}

/** Longer than this nobody waits before an empty page: the refusal is shown, with its way to try again. */
const MOST_WAIT_SECONDS = 10;

/** A house that rests for a moment says for how long. */
const askAgainLater: AfterResponseHook = ({ response, retryCount }) => {
  const wait = response.status === 503 && retryCount === 0 ? waitOf(response) : null;
  return wait !== null && wait <= MOST_WAIT_SECONDS ? ky.retry({ delay: wait * 1000 }) : undefined;
};

/** Where a browser finds a public call by itself, as through a link. */
export const addressOf = ({ service, path }: AnyEndpoint, params: Record<string, unknown>): string =>
  bases[service] + pathOf(path, params);

/** `/movies/:id` and `{id: 7}` → `/movies/7`. */
const pathOf = (path: string, params: Record<string, unknown> = {}) =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));

async function readReply(endpoint: AnyEndpoint, response: Response): Promise<unknown> {
  // A hotel's sign-in page answers 200 with HTML: our server was not reached.
  const reply: unknown = await response.json().catch(rethrowAsOffline);
  const read = endpoint.reply!.safeParse(reply);
  if (read.success) return read.data;
  throw new ApiError(response.status, {
    code: 'unexpected_reply',
    detail: `${endpoint.method} ${endpoint.path}: ${read.error.message}`,
  });
}

function rethrowAsOffline(cause: unknown): never {
  if (cause instanceof DOMException && cause.name === 'AbortError') throw cause;
  throw new OfflineError('No answer', { cause });
}

/** `crypto.randomUUID` exists only on secure origins; a house on the local network may have none. */
export const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
