import type { HttpBindings } from '@hono/node-server';
import type { Context, MiddlewareHandler } from 'hono';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import {
  acceptedEncoding,
  compressBody,
  type Encoding,
  etagOf,
  isEtagKnown,
} from './compressed-body.ts';
import type { CachedUntil } from './http/serve-endpoint.ts';
import { newRequestId } from './http/problem-response.ts';

interface CachedReply {
  body: Buffer<ArrayBuffer>;
  compressed: Partial<Record<Encoding, Promise<Buffer<ArrayBuffer>>>>;
  headers: Record<string, string>;
  etag: string;
  validity: Validity;
}
interface Validity {
  checkId: number;
  version: string | null;
}
const NEVER_VALID: Validity = { checkId: -1, version: null };

/** The version of the catalogue at a moment; null if it was changing. */
interface Check {
  id: number;
  startedAt: number;
  version: string | null;
}

interface ReplyCacheOptions {
  /**
   * Returns the version of the committed catalogue; null while it changes, or if it has no version.
   */
  readVersion: () => Promise<string | null>;
  /**
   * Age in ms from which a check is repeated. At twice this age, requests wait for the new check.
   * 0: before each request.
   */
  checkMs?: number;
  maxBytes?: number;
}

const CHECK_MS = 250;
const MAX_BYTES = 64 * 2 ** 20;
/**
 * Chosen: limits the effect of a change that is not in the version, such as a search column filled
 * after an upgrade.
 */
const MAX_AGE_MS = 60_000;
const BROTLI_QUALITY = 5;
const MIN_COMPRESSIBLE_BYTES = 1024;
/** Different for each response. */
const OWN_HEADERS = ['x-request-id', 'content-length'];

export type ReplyCache = ReturnType<typeof createReplyCache>;

/**
 * Keeps replies of public reads in memory: each is read, serialized, hashed and compressed once.
 */
export function createReplyCache({
  readVersion,
  checkMs = CHECK_MS,
  maxBytes = MAX_BYTES,
}: ReplyCacheOptions) {
  const replies = new LRUCache<string, CachedReply>({
    maxSize: maxBytes,
    ttl: MAX_AGE_MS,
    // A compressed reply has less than a third of the bytes; both encodings are added later.
    sizeCalculation: ({ body }, key) => Math.ceil(1.6 * body.length) + 2 * key.length + 1000,
  });
  const pendingReplies = new Map<string, Promise<CachedReply | null>>();
  let lastCheck: Check = { id: 0, startedAt: Number.NEGATIVE_INFINITY, version: null };
  let runningCheck: Promise<Check> | undefined;

  async function startCheck(): Promise<Check> {
    const startedAt = performance.now();
    const version = await readVersion();
    lastCheck = { id: lastCheck.id + 1, startedAt, version };
    return lastCheck;
  }

  /** Throws the database's error if no recent check exists. */
  function findCheck(): Check | Promise<Check> {
    const age = performance.now() - lastCheck.startedAt;
    if (age < checkMs) return lastCheck;
    runningCheck ??= startCheck().finally(() => (runningCheck = undefined));
    if (age >= 2 * checkMs) return runningCheck;
    runningCheck.catch(() => undefined);
    return lastCheck;
  }

  const isValid = ({ validity }: CachedReply, check: Check) =>
    validity.checkId === check.id ||
    (validity.version !== null && validity.version === check.version);

  /** Runs the request once for all callers of the same URL; null if its reply cannot be cached. */
  async function loadReply({
    key,
    check,
    cachedUntil,
    load,
  }: {
    key: string;
    check: Check;
    cachedUntil: CachedUntil;
    load: () => Promise<Response>;
  }) {
    const pendingKey = `${check.id} ${key}`;
    const pending = pendingReplies.get(pendingKey);
    if (pending) return pending;
    const { promise, resolve } = Promise.withResolvers<CachedReply | null>();
    pendingReplies.set(pendingKey, promise);
    let reply: CachedReply | null = null;
    try {
      const version = cachedUntil === 'catalogueChange' ? check.version : null;
      reply = await toCachedReply(await load(), { checkId: check.id, version });
      if (reply) replies.set(key, reply);
    } finally {
      pendingReplies.delete(pendingKey);
      resolve(reply);
    }
    return reply;
  }

  async function findOrLoad(key: string, cachedUntil: CachedUntil, load: () => Promise<Response>) {
    // Without a database, the endpoint itself answers.
    const check = await Promise.resolve(findCheck()).catch(() => null);
    if (!check) return toCachedReply(await load(), NEVER_VALID);
    const cached = replies.get(key);
    return cached && isValid(cached, check) ? cached : loadReply({ key, check, cachedUntil, load });
  }

  return {
    /**
     * Serves an endpoint with `cache` from memory if possible. Adds ETag and compression to all its
     * replies.
     */
    middleware: (endpoint: Endpoint, cachedUntil: CachedUntil): MiddlewareHandler => {
      const queryNames =
        endpoint.query instanceof z.ZodObject ? Object.keys(endpoint.query.shape).sort() : [];
      return async (context, next) => {
        const load = async () => {
          await next();
          return context.res;
        };
        const reply =
          cachedUntil !== 'notCached' && isShareable(context, endpoint)
            ? await findOrLoad(keyOf(context, queryNames), cachedUntil, load)
            : await toCachedReply(await load(), NEVER_VALID);
        if (context.finalized) {
          if (reply) await replaceResponse(context, reply);
          return undefined;
        }
        // Another request loaded an error: this request calls the endpoint itself.
        return reply
          ? toResponse(context, reply, newRequestId(headerOf(context, 'x-request-id')))
          : next();
      };
    },
  };
}

/**
 * False for a rebuild (`no-cache`), and for a page on another origin whose reply has its own
 * headers.
 */
const isShareable = (context: Context, { isForAnySite = false }: Endpoint) =>
  (isForAnySite || headerOf(context, 'origin') === undefined) &&
  !headerOf(context, 'cache-control')?.includes('no-cache');

/**
 * Reads Node's own headers if there are any: creating a Headers object takes as long as all other
 * work for a reply from memory.
 */
const headerOf = (
  { env, req }: Context,
  lowerCaseName: 'origin' | 'cache-control' | 'x-request-id' | 'if-none-match' | 'accept-encoding',
) =>
  env?.incoming
    ? ((env as HttpBindings).incoming.headers[lowerCaseName] as string | undefined)
    : req.header(lowerCaseName);

/** Parameters that the endpoint does not know have no effect on its reply. */
function keyOf({ req }: Context, queryNames: string[]): string {
  if (queryNames.length === 0) return req.path;
  const query = req.query();
  return JSON.stringify([req.path, ...queryNames.map((name) => query[name])]);
}

async function toCachedReply(response: Response, validity: Validity): Promise<CachedReply | null> {
  if (response.status !== 200) return null;
  const body = Buffer.from(await response.arrayBuffer());
  const etag = etagOf(body);
  const headers = Object.fromEntries(
    [...response.headers].filter(([name]) => !OWN_HEADERS.includes(name)),
  );
  const vary = [headers['vary'], 'Accept-Encoding'].filter(Boolean).join(', ');
  return { body, compressed: {}, headers: { ...headers, etag, vary }, etag, validity };
}

async function replaceResponse(context: Context, reply: CachedReply): Promise<void> {
  const response = await toResponse(context, reply, context.res.headers.get('X-Request-Id')!);
  // Without this, Hono would copy the headers of the first response.
  context.res = undefined;
  context.res = response;
}

async function toResponse(
  context: Context,
  reply: CachedReply,
  requestId: string,
): Promise<Response> {
  const headers: Record<string, string> = { ...reply.headers, 'x-request-id': requestId };
  if (isEtagKnown(headerOf(context, 'if-none-match'), reply.etag))
    return new Response(null, { status: 304, headers });
  const encoding = isCompressible(reply)
    ? acceptedEncoding(headerOf(context, 'accept-encoding'))
    : null;
  if (!encoding) return new Response(reply.body, { headers });
  const compressed = await (reply.compressed[encoding] ??= compressBody(
    reply.body,
    encoding,
    BROTLI_QUALITY,
  ));
  return new Response(compressed, { headers: { ...headers, 'content-encoding': encoding } });
}

const isCompressible = ({ body, headers }: CachedReply) =>
  body.length >= MIN_COMPRESSIBLE_BYTES && !headers['content-type']?.startsWith('image/');
