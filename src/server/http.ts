import { createHash, randomUUID } from 'node:crypto';
import type { Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { z } from 'zod';
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ReplyInOf } from '#contract/endpoint.ts';
import { commonMessages as text } from '#messages/common.ts';
import { claimKey, keepReply, type KeyedRequest, releaseKey } from './db/idempotency.ts';
import { isSessionLive } from './db/sessions.ts';
import type { Deps, Viewer } from './deps.ts';
import { AppError, raise } from './errors.ts';
import { hashOf, readViewer } from './tokens.ts';
import { sentenceOf } from './validation.ts';

export interface AppEnv {
  Variables: { requestId: string; callerIp: string };
}
export type AppContext = Context<AppEnv>;

export interface Call<E> {
  viewer: E extends { auth: 'none' } ? Viewer | null : Viewer;
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  /** The caller's address as this server sees it. */
  ip: string;
  context: AppContext;
}

const OTHER_STATUS = Symbol('status');
interface OtherStatus<Reply> {
  [OTHER_STATUS]: number;
  reply: Reply;
}
/** Answers with another of the endpoint's success statuses (`also`). */
export const withStatus = <Reply>(status: number, reply: Reply): OtherStatus<Reply> => ({
  [OTHER_STATUS]: status,
  reply,
});

// An endpoint without a reply body answers nothing.
type Answer<E> = (ReplyInOf<E> extends undefined ? void : ReplyInOf<E>) | OtherStatus<ReplyInOf<E>> | Response;
export interface Served {
  endpoint: Endpoint;
  mount: (app: Hono<AppEnv>, deps: Deps) => void;
}

const BODY_LIMIT = 64 * 1024;
interface ServeOptions {
  /** The largest body in bytes, where another than everybody's holds. */
  bodyLimit?: number;
}

/** Puts an action behind its contract: who calls, what was sent, what may be answered. The only place that parses and checks. */
export function serve<E extends Endpoint<any, any, any, any>>(
  endpoint: E,
  action: (call: Call<E>) => Promise<Answer<E>> | Answer<E>,
  { bodyLimit: maxSize = BODY_LIMIT }: ServeOptions = {},
): Served {
  const handle = async (context: AppContext, deps: Deps): Promise<Response> => {
    const viewer = await viewerOf(endpoint, context, deps);
    const raw = endpoint.method === 'GET' ? '' : await context.req.text();
    const call = {
      viewer,
      params: parse(endpoint.params, context.req.param(), 'path'),
      query: parse(endpoint.query, context.req.query(), 'query'),
      body: endpoint.body ? parse(endpoint.body, readJson(raw), 'body') : undefined,
      ip: context.get('callerIp'),
      context,
    } as Call<E>;
    const answer = async () => answerOf(endpoint, await action(call), context);
    const key = endpoint.idempotent ? context.req.header('Idempotency-Key') : undefined;
    return key ? onceForKey(deps, keyedRequest(context, viewer, key, raw), answer) : answer();
  };

  return {
    endpoint,
    mount: (app, deps) => {
      app.on(
        endpoint.method,
        endpoint.path,
        bodyLimit({
          maxSize,
          onError: () => raise(new AppError('too_large', 'body_too_large', 'What was sent is too large')),
        }),
        (context) => handle(context, deps),
      );
    },
  };
}

/** Who calls, by the token that came along; null where nobody needs to be known. Throws token_invalid, role_required. */
export async function viewerOf(
  { auth, role }: Pick<Endpoint, 'auth' | 'role'>,
  context: AppContext,
  deps: Deps,
): Promise<Viewer | null> {
  if (auth === 'none') return null;
  const token = /^Bearer (.+)$/.exec(context.req.header('Authorization') ?? '')?.[1] ?? '';
  const { acceptedTokenSecrets } = deps.config.secrets;
  const viewer =
    (await readViewer(acceptedTokenSecrets, 'user', token, deps.now())) ??
    (auth === 'temp' ? await readViewer(acceptedTokenSecrets, 'temp', token, deps.now()) : null);
  // One look-up by primary key in each signed-in call: what was ended anywhere ends here and now, not with its token.
  if (!viewer || !(await isSessionLive(deps.db, viewer)))
    throw new AppError('forbidden', 'token_invalid', 'Please sign in again');
  if (role && !viewer.roles.includes(role))
    throw new AppError('forbidden', 'role_required', `This is for the role ${role}`);
  return viewer;
}

function readJson(raw: string): unknown {
  if (raw === '') return {};
  try {
    return JSON.parse(raw);
  } catch {
    throw new AppError('malformed', 'malformed_json', 'What was sent is not JSON');
  }
}

function parse(schema: z.ZodType | undefined, input: unknown, where: string): unknown {
  if (!schema) return undefined;
  if (!isStorable(input))
    throw new AppError('invalid', 'validation_failed', text.unreadable, {
      errors: [{ path: where, message: text.unreadable }],
    });
  const result = schema.safeParse(input, { error: sentenceOf });
  if (result.success) return result.data;
  throw refusalOf(result.error, where);
}

/**
 * Whether PostgreSQL can store every text in it: neither the character 0 nor half a pair of surrogates. Without recursion,
 * as what was sent may be nested as deep as it is long.
 */
function isStorable(input: unknown): boolean {
  const left = [input];
  while (left.length) {
    const each = left.pop();
    if (typeof each === 'string' && (each.includes('\0') || !each.isWellFormed())) return false;
    if (typeof each === 'object' && each !== null) for (const part of Object.entries(each).flat()) left.push(part);
  }
  return true;
}

/** 422 with the place of every fault; an issue may name its own status and code (`bad_sort`, `bad_search`: 400). */
function refusalOf(error: z.ZodError, where: string): AppError {
  const own = error.issues.find((issue) => issue.code === 'custom' && issue.params?.['code']);
  if (own?.code === 'custom') return new AppError('malformed', String(own.params!['code']), own.message);
  const errors = error.issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message }));
  // An id that is no number names nothing that exists.
  if (where === 'path') return new AppError('not_found', 'not_found', 'There is nothing here');
  return new AppError('invalid', 'validation_failed', errors[0]?.message ?? text.somethingWrong, { errors });
}

function answerOf<E extends Endpoint>(endpoint: E, answer: unknown, context: AppContext): Response {
  if (answer instanceof Response) return answer;
  const other =
    typeof answer === 'object' && answer !== null && OTHER_STATUS in answer ? (answer as OtherStatus<unknown>) : null;
  const status = other ? other[OTHER_STATUS] : endpoint.status;
  if (status === 204 || !endpoint.reply) return context.body(null, 204);
  const body = JSON.stringify(endpoint.reply.parse(other ? other.reply : answer));
  if (!endpoint.cache) {
    context.header('Cache-Control', 'no-store');
    return context.body(body, status as ContentfulStatusCode, { 'Content-Type': 'application/json; charset=UTF-8' });
  }
  return cacheable(context, body, endpoint.cache);
}

/** A reply that browsers and CDNs may keep; 304 without a body where the caller has it already. */
export function cacheable(
  context: AppContext,
  body: string | Uint8Array<ArrayBuffer>,
  { maxAge, sMaxAge, staleWhileRevalidate }: NonNullable<Endpoint['cache']>,
  type = 'application/json; charset=UTF-8',
): Response {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  context.header('ETag', etag);
  context.header(
    'Cache-Control',
    `public, max-age=${maxAge}, s-maxage=${sMaxAge}, stale-while-revalidate=${staleWhileRevalidate}`,
  );
  const known = context.req
    .header('If-None-Match')
    ?.split(',')
    .map((each) => each.trim().replace(/^W\//, ''));
  if (known?.includes(etag)) return context.body(null, 304);
  return context.body(body, 200, { 'Content-Type': type });
}

const keyedRequest = (context: AppContext, viewer: Viewer | null, key: string, raw: string): KeyedRequest => ({
  caller: viewer ? `user:${viewer.userId}` : `ip:${context.get('callerIp')}`,
  key: hashOf(key),
  requestHash: hashOf(`${context.req.method} ${context.req.path}\n${raw}`),
});

/** api.md: the same key and body within 24 h gets the first reply again; the same key with another body is 422. */
async function onceForKey(deps: Deps, request: KeyedRequest, answer: () => Promise<Response>): Promise<Response> {
  const claim = await claimKey(deps.db, request, deps.now());
  if (claim.kind === 'other_body')
    throw new AppError('invalid', 'idempotency_key_reused', 'This key was used for another request');
  if (claim.kind === 'running')
    throw new AppError('conflict', 'request_running', 'The first request with this key is still being served', {
      retryAfter: 1,
    });
  if (claim.kind === 'done')
    return Response.json(claim.reply, {
      status: claim.status,
      headers: { 'Idempotent-Replay': 'true', 'Cache-Control': 'no-store' },
    });
  try {
    const response = await answer();
    const reply: unknown = response.status === 204 ? null : await response.clone().json();
    await keepReply(deps.db, request, response.status, reply);
    return response;
  } catch (error) {
    await releaseKey(deps.db, request);
    throw error;
  }
}

/** RFC 9457, with the sentence to show (`message`), a stable `code` and the request's id (api.md, Conventions). */
export function problem(context: AppContext, error: AppError): Response {
  const { retryAfter, errors, extra } = error.details;
  if (retryAfter) context.header('Retry-After', String(retryAfter));
  context.header('Cache-Control', 'no-store');
  const document = {
    type: `urn:matinee:problem:${error.code}`,
    title: error.kind.replaceAll('_', ' '),
    status: error.status,
    detail: error.message,
    message: error.message,
    code: error.code,
    requestId: context.get('requestId'),
    ...(errors ? { errors } : {}),
    ...extra,
  };
  return context.body(JSON.stringify(document), error.status, {
    'Content-Type': 'application/problem+json; charset=UTF-8',
  });
}

export const newRequestId = (given: string | undefined): string =>
  given && /^[\w.-]{1,64}$/.test(given) ? given : randomUUID();
