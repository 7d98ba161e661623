import type { z } from 'zod';
import type { ErrorCode } from './error-codes.ts';

export type Service = 'auth' | 'ott' | 'office';
/**
 * `none`: public. `token`: a user token. `temp`: a user token, or the temporary token of a verified
 * code.
 */
type Auth = 'none' | 'token' | 'temp';

/** A body of this type is an object with one text for each field. */
export const FORM_TYPE = 'application/x-www-form-urlencoded';

/** One HTTP call. Used by the server to parse, by the browser to call, and for OpenAPI. */
export interface Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
> {
  service: Service;
  auth: Auth;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  summary: string;
  /**
   * The refusals of the action. Those of the sign-in, the input and the server are not listed:
   * `errorsOf` adds them.
   */
  errors?: readonly ErrorCode[];
  /** A caller without this role gets 403 `role_required`. */
  role?: string;
  params?: Params;
  query?: Query;
  body?: Body;
  /**
   * Media types of the body besides `application/json`: a browser's beacon sends JSON as
   * `text/plain`, an OAuth client a form.
   */
  otherBodyTypes?: string[];
  status: number;
  /** Success statuses besides `status`; an action returns one with `withStatus`. */
  otherStatuses?: number[];
  reply?: Reply;
  /** For public GETs: cache times in seconds (api.md, Conventions). */
  cache?: { maxAge: number; sMaxAge: number; staleWhileRevalidate: number };
  /** A refusal names the `error` of OAuth 2.0 too (RFC 6749 §5.2). */
  isOAuth?: boolean;
  /** Accepts `Idempotency-Key`: calls that create or pay. */
  idempotent?: boolean;
  /** A browser keeps the reply, for visits without a network. */
  isKept?: boolean;
  /** Sets or reads a cookie, also from a site on another origin. */
  hasCookie?: boolean;
  /** Pages of every site may read the reply, without credentials. */
  isForAnySite?: boolean;
  /** Needs the session of a member of the back office, which is in a cookie. */
  hasSession?: boolean;
}

/** The parts that many calls share. A definition may replace them. */
type CallKind = Pick<
  Endpoint,
  'service' | 'auth' | 'method' | 'status' | 'role' | 'hasCookie' | 'hasSession'
>;

/** Declares a call and infers the types of its parts for `serveEndpoint()` and `call()`. */
export const endpoint = <
  Params extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
  Reply extends z.ZodType = z.ZodUndefined,
>(
  kind: CallKind,
  path: string,
  definition: Omit<Endpoint<Params, Query, Body, Reply>, 'path' | keyof CallKind> &
    Partial<CallKind>,
): Endpoint<Params, Query, Body, Reply> => ({ ...kind, path, ...definition });

export const PUBLIC_GET = { service: 'ott', auth: 'none', method: 'GET', status: 200 } as const;
export const VIEWER_GET = { service: 'ott', auth: 'token', method: 'GET', status: 200 } as const;
export const VIEWER_POST = { service: 'ott', auth: 'token', method: 'POST', status: 201 } as const;
export const VIEWER_PUT = { service: 'ott', auth: 'token', method: 'PUT', status: 200 } as const;
export const VIEWER_DELETE = {
  service: 'ott',
  auth: 'token',
  method: 'DELETE',
  status: 204,
} as const;
export const ACCOUNT_GET = { service: 'auth', auth: 'token', method: 'GET', status: 200 } as const;
export const ACCOUNT_POST = {
  service: 'auth',
  auth: 'token',
  method: 'POST',
  status: 200,
} as const;
export const ACCOUNT_PUT = { service: 'auth', auth: 'token', method: 'PUT', status: 200 } as const;
export const ACCOUNT_DELETE = {
  service: 'auth',
  auth: 'token',
  method: 'DELETE',
  status: 204,
} as const;
export const SIGN_IN_GET = { service: 'auth', auth: 'none', method: 'GET', status: 200 } as const;
export const SIGN_IN_POST = {
  service: 'auth',
  auth: 'none',
  method: 'POST',
  status: 200,
  hasCookie: true,
} as const;

/** A CDN may cache public lists for a minute; a rebuild sends `no-cache`. */
export const SHORT_CACHE = { maxAge: 30, sMaxAge: 60, staleWhileRevalidate: 600 };
export const LONG_CACHE = { maxAge: 300, sMaxAge: 3600, staleWhileRevalidate: 86_400 };

type Part<Schema, Mode extends 'in' | 'out'> = Schema extends z.ZodUndefined
  ? undefined
  : Schema extends z.ZodType
    ? Mode extends 'in'
      ? z.input<Schema>
      : z.output<Schema>
    : undefined;

export type ParamsOf<E> = E extends Endpoint<infer P, any, any, any> ? Part<P, 'out'> : never;
export type QueryOf<E> = E extends Endpoint<any, infer Q, any, any> ? Part<Q, 'out'> : never;
export type BodyOf<E> = E extends Endpoint<any, any, infer B, any> ? Part<B, 'out'> : never;
/** The result of an action, before `serveEndpoint()` validates it and strips unknown fields. */
export type ReplyInOf<E> = E extends Endpoint<any, any, any, infer R> ? Part<R, 'in'> : never;
export type ReplyOf<E> = E extends Endpoint<any, any, any, infer R> ? Part<R, 'out'> : never;

type InputPart<Name extends string, Schema> =
  Part<Schema, 'in'> extends undefined
    ? { [K in Name]?: undefined }
    : { [K in Name]: Part<Schema, 'in'> };
export type CallInput<E> =
  E extends Endpoint<infer P, infer Q, infer B, any>
    ? InputPart<'params', P> & InputPart<'query', Q> & InputPart<'body', B>
    : never;
