import type { z } from 'zod';

export type Service = 'auth' | 'ott';
/** `none`: public. `token`: a user token. `temp`: a user token, or the temporary one that a verified OTP gives. */
export type Auth = 'none' | 'token' | 'temp';

/** One call of the wire: what either end must know of it. The server parses with it, the browser calls with it, OpenAPI prints it. */
export interface Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
> {
  service: Service;
  auth: Auth;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Hono's notation: `/movies/:id`. */
  path: string;
  summary: string;
  /** Only for callers with this role; others get 403 `role_required`. */
  role?: string;
  params?: Params;
  query?: Query;
  body?: Body;
  /** The success status; an action may answer another of them by `withStatus`. */
  status: number;
  also?: number[];
  reply?: Reply;
  /** Public GETs: seconds a browser, a CDN may keep the reply (api.md, Conventions). */
  cache?: { maxAge: number; sMaxAge: number; staleWhileRevalidate: number };
  /** Calls that create or pay take `Idempotency-Key`. */
  idempotent?: boolean;
  /** The call sets or reads a cookie of this browser, also from a site on another origin. */
  hasCookie?: boolean;
}

/** Declares a call. The types of its parts stay with it, for `serve()` and `call()`. */
export const endpoint = <
  Params extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
  Reply extends z.ZodType = z.ZodUndefined,
>(
  definition: Endpoint<Params, Query, Body, Reply>,
): Endpoint<Params, Query, Body, Reply> => definition;

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
/** What an action hands to `serve()`: checked and cut down to the contract before it is sent. */
export type ReplyInOf<E> = E extends Endpoint<any, any, any, infer R> ? Part<R, 'in'> : never;
/** What `call()` gives. */
export type ReplyOf<E> = E extends Endpoint<any, any, any, infer R> ? Part<R, 'out'> : never;

type Given<Name extends string, Schema> =
  Part<Schema, 'in'> extends undefined ? { [K in Name]?: undefined } : { [K in Name]: Part<Schema, 'in'> };
export type CallInput<E> =
  E extends Endpoint<infer P, infer Q, infer B, any>
    ? Given<'params', P> & Given<'query', Q> & Given<'body', B>
    : never;
