import type { Context, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { type Endpoint, FORM_TYPE } from '#contract/endpoint.ts';
import { textBefore } from '#domain/text-before.ts';
import { AppError, throwError } from '../errors.ts';
import type { AppContext } from './app-context.ts';

/**
 * Hono's check opens each body as a web stream, which costs more than reading it. A declared length
 * needs no stream.
 */
export function limitBody(maxSize: number): MiddlewareHandler {
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

/** Without parameters; empty if the request names none. */
export const bodyTypeOf = ({ req }: Pick<Context, 'req'>): string =>
  textBefore(req.header('Content-Type') ?? '', ';')
    .trim()
    .toLowerCase();

/**
 * Chosen: a body without a type is read as JSON, because nothing contradicts it. Throws
 * unsupported_media_type, malformed_json, malformed_form.
 */
export function readBody(
  { otherBodyTypes = [] }: Endpoint,
  raw: string,
  context: AppContext,
): unknown {
  if (raw === '') return {};
  const type = bodyTypeOf(context);
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
