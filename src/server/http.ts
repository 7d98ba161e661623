import { randomUUID } from 'node:crypto';
import type { Context, Hono, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { z } from 'zod';
import {
  type BodyOf,
  type Endpoint,
  FORM_TYPE,
  type ParamsOf,
  type QueryOf,
  type ReplyInOf,
} from '#contract/endpoint.ts';
import { LANGUAGE } from '#domain/format/locale.ts';
import { commonMessages as text } from '#messages/common.ts';
import { serverRefusals } from '#messages/server-refusals.ts';
import { claimKey, storeReply, type KeyedRequest, releaseKey } from './db/idempotency.ts';
import { isSessionActive } from './db/session-active.ts';
import type { Deps, Viewer } from './deps.ts';
import { AppError, throwError } from './errors.ts';
import { toOAuthError } from './oauth-error.ts';
import { refusalText } from './refusals.ts';
import { sha256Hex, readViewer } from './tokens.ts';
import { messageForIssue } from './validation.ts';

export interface AppEnv {
  Variables: { requestId: string; callerIp: string };
}
export type AppContext = Context<AppEnv>;

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
/** `catalogueChange`: until a film changes or its streaming date passes. `nextCheck`: for less than a second. */
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

/** Connects an action to its endpoint: checks the caller, parses the request and serializes the reply. */
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
      ? respondOncePerKey(deps, keyedRequest(context, viewer, key, rawBody), respond)
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

/** Hono's check opens each body as a web stream, which costs more than reading it. A declared length needs no stream. */
function limitBody(maxSize: number): MiddlewareHandler {
  const refuse = () => throwError(new AppError('body_too_large'));
  const limitStream = bodyLimit({ maxSize, onError: refuse });
  return (context, next) => {
    const { method } = context.req;
    if (method === 'GET' || method === 'HEAD') return next();
    const length = context.req.header('Content-Length');
    if (length === undefined || context.req.header('Transfer-Encoding'))
      return limitStream(context, next);
    return Number(length) > maxSize ? refuse() : next();
  };
}

/** Returns the viewer of the token; null for a public endpoint. Throws token_invalid, role_required. */
export async function authenticateViewer(
  { auth, role }: Pick<Endpoint, 'auth' | 'role'>,
  context: AppContext,
  deps: Deps,
): Promise<Viewer | null> {
  if (auth === 'none') return null;
  const token = bearerToken(context) ?? '';
  const { acceptedTokenSecrets } = deps.config.secrets;
  const viewer =
    (await readViewer(acceptedTokenSecrets, 'user', token, deps.now())) ??
    (auth === 'temp' ? await readViewer(acceptedTokenSecrets, 'temp', token, deps.now()) : null);
  // A revoked session must end at once, not when its token expires.
  if (!viewer || !(await isSessionActive(deps.db, viewer))) throw new AppError('token_invalid');
  if (role && !viewer.roles.includes(role)) throw new AppError('role_required', [role]);
  return viewer;
}

/**
 * Chosen: basic credentials (spec §7) are refused. Each call would carry the password and cost a slow hash, and a password cannot be ended
 * like a session.
 */
export const bearerToken = (context: AppContext): string | undefined =>
  /^Bearer (.+)$/.exec(context.req.header('Authorization') ?? '')?.[1];

/** Chosen: a body without a type is read as JSON, because nothing contradicts it. Throws unsupported_media_type, malformed_json, malformed_form. */
function readBody({ otherBodyTypes = [] }: Endpoint, raw: string, context: AppContext): unknown {
  if (raw === '') return {};
  const type = context.req.header('Content-Type')?.split(';')[0]!.trim().toLowerCase();
  if (
    type &&
    type !== 'application/json' &&
    !type.endsWith('+json') &&
    !otherBodyTypes.includes(type)
  )
    throw new AppError('unsupported_media_type');
  return type === FORM_TYPE ? readForm(raw) : readJson(raw);
}

function readForm(raw: string): Record<string, string> {
  const fields = [...new URLSearchParams(raw)];
  const form = Object.fromEntries(fields);
  if (Object.keys(form).length < fields.length) throw new AppError('malformed_form');
  return form;
}

function readJson(raw: string): unknown {
  try {
    return JSON.parse(raw);
  } catch {
    throw new AppError('malformed_json');
  }
}

function parseInput(schema: z.ZodType | undefined, input: unknown, where: string): unknown {
  if (!schema) return undefined;
  if (!isStorable(input))
    throw new AppError('character_unreadable', [], {
      errors: [{ path: where, message: serverRefusals.unreadable }],
    });
  const result = schema.safeParse(input, { error: messageForIssue });
  if (result.success) return result.data;
  throw toValidationError(result.error, where);
}

/** PostgreSQL stores neither NUL nor lone surrogates. Without recursion, because the input may be nested very deeply. */
function isStorable(input: unknown): boolean {
  const pending = [input];
  while (pending.length) {
    const each = pending.pop();
    if (typeof each === 'string' && (each.includes('\0') || !each.isWellFormed())) return false;
    if (typeof each === 'object' && each !== null)
      for (const part of Object.entries(each).flat()) pending.push(part);
  }
  return true;
}

/** The codes of issues in schemas. */
type IssueCode = 'bad_sort' | 'unsupported_grant_type';

/** Returns 400 for an issue with its own code (`bad_sort`, `bad_search`), 404 for a path parameter, else 422 with every field. */
function toValidationError(error: z.ZodError, where: string): AppError {
  const ownIssue = error.issues.find((issue) => issue.code === 'custom' && issue.params?.['code']);
  if (ownIssue?.code === 'custom')
    return new AppError(ownIssue.params!['code'] as IssueCode, [ownIssue.message]);
  const errors = error.issues.map((issue) => ({
    path: issue.path.join('.'),
    message: issue.message,
  }));
  if (where === 'path') return new AppError('not_found');
  return new AppError('validation_failed', [errors[0]?.message ?? text.somethingWrong], { errors });
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

/** The reply cache adds the ETag (reply-cache.ts). */
export function cacheableResponse(
  context: AppContext,
  body: string | Uint8Array<ArrayBuffer>,
  { maxAge, sMaxAge, staleWhileRevalidate }: NonNullable<Endpoint['cache']>,
  type = 'application/json; charset=UTF-8',
): Response {
  context.header(
    'Cache-Control',
    `public, max-age=${maxAge}, s-maxage=${sMaxAge}, stale-while-revalidate=${staleWhileRevalidate}`,
  );
  return context.body(body, 200, { 'Content-Type': type });
}

const keyedRequest = (
  context: AppContext,
  viewer: Viewer | null,
  key: string,
  raw: string,
): KeyedRequest => ({
  caller: viewer ? `user:${viewer.userId}` : `ip:${context.get('callerIp')}`,
  key: sha256Hex(key),
  requestHash: sha256Hex(`${context.req.method} ${context.req.path}\n${raw}`),
});

/** Replays the first reply for the same key and request within 24 h. Another request gets 422 (api.md). */
async function respondOncePerKey(
  deps: Deps,
  request: KeyedRequest,
  respond: () => Promise<Response>,
) {
  const claim = await claimKey(deps.db, request, deps.now());
  if (claim.kind === 'other_request') throw new AppError('idempotency_key_reused');
  if (claim.kind === 'running')
    throw new AppError('request_running', [], {
      retryAfter: 1,
    });
  if (claim.kind === 'done')
    return Response.json(claim.reply, {
      status: claim.status,
      headers: { 'Idempotent-Replay': 'true', 'Cache-Control': 'no-store' },
    });
  try {
    const response = await respond();
    const reply: unknown = response.status === 204 ? null : await response.clone().json();
    await storeReply(deps.db, request, response.status, reply);
    return response;
  } catch (error) {
    await releaseKey(deps.db, request);
    throw error;
  }
}

/** Builds the problem document (RFC 9457): `message` for the viewer, a stable `code`, the request id (api.md, Conventions). */
export function problemResponse(context: AppContext, error: AppError): Response {
  const { retryAfter, allow, field, oauthError, extra } = error.details;
  // Chosen: English for every request, until there are other languages.
  const message = String(error.details.sentence ?? refusalText(error.refusal, LANGUAGE));
  const errors = field === undefined ? error.details.errors : [{ path: field, message }];
  if (retryAfter) context.header('Retry-After', String(retryAfter));
  if (allow) context.header('Allow', allow.join(', '));
  if (error.status === 401) context.header('WWW-Authenticate', 'Bearer');
  context.header('Cache-Control', 'no-store');
  const document = {
    type: `urn:matinee:problem:${error.code}`,
    title: error.kind.replaceAll('_', ' '),
    status: error.status,
    detail: message,
    message,
    code: error.code,
    requestId: context.get('requestId'),
    ...(errors ? { errors } : {}),
    ...(oauthError ? { error: oauthError } : {}),
    ...extra,
  };
  // RFC 6749 §5.2 demands this type, and its clients check it.
  const type = oauthError ? 'application/json' : 'application/problem+json';
  return context.body(JSON.stringify(document), error.status, {
    'Content-Type': `${type}; charset=UTF-8`,
  });
}

export const newRequestId = (requestedId: string | undefined): string =>
  requestedId && /^[\w.-]{1,64}$/.test(requestedId) ? requestedId : randomUUID();
