import type { Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ReplyInOf } from '#contract/endpoint.ts';
import type { Deps, Viewer } from '../deps.ts';
import { toOAuthError } from '../oauth-error.ts';
import type { AppContext, AppEnv } from './app-context.ts';
import { cacheableResponse } from './cacheable-response.ts';
import { keyedRequest, respondOncePerKey } from './once-per-key.ts';
import { parseInput } from './parse-input.ts';
import { limitBody, readBody } from './read-body.ts';
import { authenticateViewer } from './viewer.ts';

interface EndpointCall<E> {
  viewer: E extends { auth: 'none' } ? Viewer | null : Viewer;
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  ip: string;
  context: AppContext;
}

const OTHER_STATUS = Symbol('status');
interface OtherStatus<Reply> {
  [OTHER_STATUS]: number;
  reply: Reply;
}
/** Wraps a reply to send it with another success status of the endpoint (`otherStatuses`). */
export const withStatus = <Reply>(status: number, reply: Reply): OtherStatus<Reply> => ({
  [OTHER_STATUS]: status,
  reply,
});

type HandlerResult<E> =
  | (ReplyInOf<E> extends undefined ? void : ReplyInOf<E>)
  | OtherStatus<ReplyInOf<E>>
  | Response;
/**
 * `catalogueChange`: until a film changes or its streaming date passes. `nextCheck`: for less than
 * a second.
 */
export type CachedUntil = 'catalogueChange' | 'nextCheck' | 'notCached';
export interface ServedEndpoint {
  endpoint: Endpoint;
  cachedUntil: CachedUntil;
  mount: (app: Hono<AppEnv>, deps: Deps) => void;
}

const BODY_LIMIT = 64 * 1024;
interface ServeOptions {
  bodyLimit?: number;
  /** For an endpoint with `cache`: how long this server keeps its replies in memory. */
  cachedUntil?: CachedUntil;
}

/**
 * Connects an action to its endpoint: checks the caller, parses the request and serializes the
 * reply.
 */
export function serveEndpoint<E extends Endpoint<any, any, any, any>>(
  endpoint: E,
  action: (call: EndpointCall<E>) => Promise<HandlerResult<E>> | HandlerResult<E>,
  { bodyLimit: maxSize = BODY_LIMIT, cachedUntil = 'nextCheck' }: ServeOptions = {},
): ServedEndpoint {
  const handle = async (context: AppContext, deps: Deps): Promise<Response> => {
    const viewer = await authenticateViewer(endpoint, context, deps);
    const rawBody = endpoint.method === 'GET' ? '' : await context.req.text();
    const call = {
      viewer,
      params: parseInput(endpoint.params, context.req.param(), 'path'),
      query: parseInput(endpoint.query, context.req.query(), 'query'),
      body: endpoint.body
        ? parseInput(endpoint.body, readBody(endpoint, rawBody, context), 'body')
        : undefined,
      ip: context.get('callerIp'),
      context,
    } as EndpointCall<E>;
    const respond = async () => toResponse(endpoint, await action(call), context);
    const key = endpoint.idempotent ? context.req.header('Idempotency-Key') : undefined;
    return key
      ? respondOncePerKey(deps, keyedRequest({ context, viewer, key, raw: rawBody }), respond)
      : respond();
  };

  return {
    endpoint,
    cachedUntil,
    mount: (app, deps) => {
      app.on(endpoint.method, endpoint.path, limitBody(maxSize), async (context) => {
        try {
          return await handle(context, deps);
        } catch (error) {
          throw endpoint.isOAuth ? toOAuthError(error) : error;
        }
      });
    },
  };
}

function toResponse<E extends Endpoint>(
  endpoint: E,
  result: unknown,
  context: AppContext,
): Response {
  if (result instanceof Response) return result;
  const withOtherStatus =
    typeof result === 'object' && result !== null && OTHER_STATUS in result
      ? (result as OtherStatus<unknown>)
      : null;
  const status = withOtherStatus ? withOtherStatus[OTHER_STATUS] : endpoint.status;
  if (status === 204 || !endpoint.reply) return context.body(null, 204);
  const body = JSON.stringify(
    endpoint.reply.parse(withOtherStatus ? withOtherStatus.reply : result),
  );
  if (!endpoint.cache) {
    context.header('Cache-Control', 'no-store');
    return context.body(body, status as ContentfulStatusCode, {
      'Content-Type': 'application/json; charset=UTF-8',
    });
  }
  return cacheableResponse(context, body, endpoint.cache);
}
